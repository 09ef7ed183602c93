//! Graphs: their matchings, colourings and partitions into small connected sets are counted.
//!
//! *Near* graphs are drawn in the unit square: each vertex is joined to its nearest ones. They look like road maps and
//! networks, and are narrow for their size. *Random* graphs are not.

use super::{Cover, Family, Random};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "near-matchings",
        size: &["VERTICES", "NEAREST"],
        about: "perfect matchings of a graph that joins each point to its nearest ones",
        make: |size, random| Ok(matchings(&Graph::near(size[0], size[1], random))),
    },
    Family {
        name: "random-matchings",
        size: &["VERTICES", "EDGES"],
        about: "perfect matchings of a random graph",
        make: |size, random| Ok(matchings(&Graph::random(size[0], size[1], random)?)),
    },
    Family {
        name: "near-colourings",
        size: &["VERTICES", "NEAREST", "COLOURS"],
        about: "colourings of the vertices of a near graph, neighbours in different colours",
        make: |size, random| Ok(colourings(&Graph::near(size[0], size[1], random), size[2])),
    },
    Family {
        name: "random-colourings",
        size: &["VERTICES", "EDGES", "COLOURS"],
        about: "colourings of the vertices of a random graph, neighbours in different colours",
        make: |size, random| {
            let graph = Graph::random(size[0], size[1], random)?;
            Ok(colourings(&graph, size[2]))
        },
    },
    Family {
        name: "near-clusters",
        size: &["VERTICES", "NEAREST", "MOST"],
        about: "partitions of a near graph into connected sets of up to MOST vertices",
        make: |size, random| Ok(clusters(&Graph::near(size[0], size[1], random), 1, size[2])),
    },
    Family {
        name: "random-clusters",
        size: &["VERTICES", "EDGES", "VERTICES_EACH"],
        about: "partitions of a random graph into connected sets of VERTICES_EACH vertices",
        make: |size, random| {
            let graph = Graph::random(size[0], size[1], random)?;
            Ok(clusters(&graph, size[2], size[2]))
        },
    },
    Family {
        name: "tree-paths",
        size: &["VERTICES", "MOST"],
        about: "partitions of a random tree into paths of up to MOST vertices",
        make: |size, random| Ok(paths(&Graph::tree(size[0], random), size[1])),
    },
];

/// The neighbours of each vertex, ascending.
struct Graph(Vec<Vec<usize>>);

impl Graph {
    fn of(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Graph {
        let mut near = vec![Vec::new(); vertices];
        for (one, other) in edges {
            near[one].push(other);
            near[other].push(one);
        }
        for vertices in &mut near {
            vertices.sort_unstable();
            vertices.dedup();
        }
        Graph(near)
    }

    fn near(vertices: usize, nearest: usize, random: &mut Random) -> Graph {
        let points = Vec::from_iter((0..vertices).map(|_| [(); 2].map(|()| random.below(1 << 20))));
        let distance = |one: usize, other: usize| {
            let [x, y] = [0, 1].map(|axis| points[one][axis].abs_diff(points[other][axis]));
            x * x + y * y
        };
        let edges = (0..vertices).flat_map(|one| {
            let mut others = Vec::from_iter((0..vertices).filter(|&other| other != one));
            others.sort_by_key(|&other| (distance(one, other), other));
            others.truncate(nearest);
            others.into_iter().map(move |other| (one, other))
        });
        Graph::of(vertices, edges)
    }

    fn random(vertices: usize, edges: usize, random: &mut Random) -> Result<Graph, String> {
        let pairs = vertices * vertices.saturating_sub(1) / 2;
        if edges > pairs {
            return Err(format!("there are {pairs} pairs of {vertices} vertices"));
        }
        let all = Vec::from_iter((1..vertices).flat_map(|b| (0..b).map(move |a| (a, b))));
        let drawn = random.sample(edges, pairs);
        Ok(Graph::of(vertices, drawn.into_iter().map(|at| all[at])))
    }

    fn tree(vertices: usize, random: &mut Random) -> Graph {
        let edges = (1..vertices).map(|vertex| (random.below(vertex), vertex));
        Graph::of(vertices, Vec::from_iter(edges))
    }

    fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        let of = |(one, near): (usize, &Vec<usize>)| {
            let after = near.iter().copied().filter(move |&other| other > one);
            Vec::from_iter(after.map(|other| (one, other)))
        };
        self.0.iter().enumerate().flat_map(of)
    }

    /// The connected sets of `least` to `most` vertices, each once, by size.
    fn connected_sets(&self, least: usize, most: usize) -> Vec<Vec<usize>> {
        let mut sets = Vec::from_iter((0..self.0.len()).map(|vertex| vec![vertex]));
        let mut all = Vec::new();
        for size in 1..=most {
            if size >= least {
                all.extend_from_slice(&sets);
            }
            let mut larger = Vec::new();
            for set in &sets {
                for &vertex in set.iter().flat_map(|&vertex| &self.0[vertex]) {
                    if let Err(place) = set.binary_search(&vertex) {
                        let mut more = set.clone();
                        more.insert(place, vertex);
                        larger.push(more);
                    }
                }
            }
            larger.sort_unstable();
            larger.dedup();
            sets = larger;
        }
        all
    }
}

fn matchings(graph: &Graph) -> Cover {
    let mut cover = Cover::default();
    let vertex = cover.primaries("v", graph.0.len());
    for (one, other) in graph.edges() {
        cover.option([vertex[one], vertex[other]]);
    }
    cover
}

/// An item for each vertex, and for each edge a secondary one in each colour.
fn colourings(graph: &Graph, colours: usize) -> Cover {
    let mut cover = Cover::default();
    let vertex = cover.primaries("v", graph.0.len());
    let mut used = vec![vec![Vec::new(); colours]; graph.0.len()];
    for (edge, (one, other)) in graph.edges().enumerate() {
        for colour in 0..colours {
            let item = cover.secondary(format_args!("e{edge}c{colour}"));
            for vertex in [one, other] {
                used[vertex][colour].push(item);
            }
        }
    }
    for (&item, used) in vertex.iter().zip(&used) {
        for used in used {
            cover.option([item].into_iter().chain(used.iter().copied()));
        }
    }
    cover
}

fn clusters(graph: &Graph, least: usize, most: usize) -> Cover {
    let mut cover = Cover::default();
    let vertex = cover.primaries("v", graph.0.len());
    for set in graph.connected_sets(least, most) {
        cover.option(set.into_iter().map(|at| vertex[at]));
    }
    cover
}

/// An option for each path with up to `most` vertices.
fn paths(graph: &Graph, most: usize) -> Cover {
    let mut cover = Cover::default();
    let vertex = cover.primaries("v", graph.0.len());
    for start in 0..graph.0.len() {
        let mut open = vec![vec![start]];
        while let Some(path) = open.pop() {
            let end = path[path.len() - 1];
            if start <= end {
                cover.option(path.iter().map(|&at| vertex[at]));
            }
            if path.len() < most {
                let on = graph.0[end].iter().filter(|next| !path.contains(next));
                open.extend(on.map(|&next| [&path[..], &[next]].concat()));
            }
        }
    }
    cover
}
