//! The lossless tree: every token of a text in its place, grouped into nodes.
//!
//! The typed tree of [`crate::ast`] says what a text means; this one says what it looks like, for tools that must not
//! lose a comment or a blank: formatters, editors. Printing it gives back the text, whatever was wrong with it.

use crate::token::{Token, TokenKind};

/// What a node of the tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NodeKind {
    /// The whole text.
    File,
    /// `game:` or `extends:` or `import`
    Header,
    /// `board:`, `setup:`, `victory:`, `draw:`, `rules:`
    Section,
    /// `piece`, `effect`, `trigger`, `pattern`, `action`, `script`
    Definition,
    /// `key: value`, in a definition, a section or a block
    Member,
    /// What stands under a key: lines indented deeper, or braces with what is between them
    Body,
    /// A pattern: arms separated by `|`
    Pattern,
    /// Alternatives and their guard
    Arm,
    /// Legs joined by `+`
    Sequence,
    /// An atom and its repetition
    Leg,
    /// The smallest part of a pattern
    Atom,
    /// An expression
    Expr,
    /// A set of pieces
    PieceSet,
    /// Arguments in parentheses
    Arguments,
    /// A list in brackets
    List,
    /// An action
    Action,
    /// Text that could not be read
    Error,
}

/// A node: a kind, the tokens it covers, and the nodes inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    kind: NodeKind,
    /// First token.
    start: u32,
    /// Behind the last token.
    end: u32,
    /// The first of the nodes inside this one: nodes are stored in post-order, so they stand just before it.
    first_inside: u32,
}

/// A lossless tree.
#[derive(Clone, Debug)]
pub struct Tree {
    tokens: Vec<Token>,
    nodes: Vec<Node>,
}

/// A node of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

/// A child of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// A node.
    Node(NodeId),
    /// A token, by its number.
    Token(usize),
}

impl Tree {
    /// All tokens, in order and without gaps.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The node of the whole text.
    pub fn root(&self) -> NodeId {
        NodeId(index(self.nodes.len().saturating_sub(1)))
    }

    /// What a node is.
    pub fn kind(&self, node: NodeId) -> NodeKind {
        self.nodes[node.0 as usize].kind
    }

    /// The numbers of the tokens a node covers.
    pub fn token_range(&self, node: NodeId) -> std::ops::Range<usize> {
        let node = self.nodes[node.0 as usize];
        node.start as usize..node.end as usize
    }

    /// The nodes directly inside a node, in order.
    pub fn child_nodes(&self, node: NodeId) -> Vec<NodeId> {
        let parent = self.nodes[node.0 as usize];
        let mut children = Vec::new();
        let mut next = node.0;
        while next > parent.first_inside {
            let child = next - 1;
            children.push(NodeId(child));
            next = self.nodes[child as usize].first_inside;
        }
        children.reverse();
        children
    }

    /// The nodes and tokens directly inside a node, in order.
    pub fn children(&self, node: NodeId) -> Vec<Element> {
        let range = self.token_range(node);
        let mut elements = Vec::new();
        let mut token = range.start;
        for child in self.child_nodes(node) {
            let inside = self.token_range(child);
            elements.extend((token..inside.start).map(Element::Token));
            elements.push(Element::Node(child));
            token = inside.end;
        }
        elements.extend((token..range.end).map(Element::Token));
        elements
    }

    /// All nodes; those inside a node come before it.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        (0..index(self.nodes.len())).map(NodeId)
    }

    /// The text of all tokens: the text the tree was made from.
    pub fn print(&self, text: &str) -> String {
        self.tokens.iter().map(|token| token.text(text)).collect()
    }

    /// A picture of the tree for tests: one line per node or token that is no blank, indented by depth.
    pub fn dump(&self, text: &str) -> String {
        let mut out = String::new();
        let mut stack = vec![(Element::Node(self.root()), 0)];
        while let Some((element, depth)) = stack.pop() {
            let indent = "  ".repeat(depth);
            match element {
                Element::Node(node) => {
                    out.push_str(&format!("{indent}{:?}\n", self.kind(node)));
                    stack.extend(self.children(node).into_iter().rev().map(|child| (child, depth + 1)));
                }
                Element::Token(i) => {
                    let token = self.tokens[i];
                    if !matches!(token.kind, TokenKind::Whitespace | TokenKind::Newline) {
                        out.push_str(&format!("{indent}{:?} {:?}\n", token.kind, token.text(text)));
                    }
                }
            }
        }
        out
    }
}

/// A place in the tokens and nodes, remembered so that a node can be put around what follows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    token: u32,
    node: u32,
}

/// Builds a tree while the parser walks over the tokens.
#[derive(Debug, Default)]
pub(crate) struct TreeBuilder {
    nodes: Vec<Node>,
}

impl TreeBuilder {
    /// Remembers that a node may start at this token.
    pub(crate) fn mark(&self, token: usize) -> Mark {
        Mark { token: index(token), node: index(self.nodes.len()) }
    }

    /// Puts a node around everything from the mark to the token before `end`. A node without tokens is left out.
    pub(crate) fn close(&mut self, mark: Mark, end: usize, kind: NodeKind) {
        let end = index(end);
        if end > mark.token {
            self.nodes.push(Node { kind, start: mark.token, end, first_inside: mark.node });
        }
    }

    /// The tree over all tokens.
    pub(crate) fn finish(mut self, tokens: Vec<Token>) -> Tree {
        let end = index(tokens.len());
        self.nodes.push(Node { kind: NodeKind::File, start: 0, end, first_inside: 0 });
        Tree { tokens, nodes: self.nodes }
    }
}

fn index(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
