/** An expression of metric math as a tree. */
export type MathNode =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly text: string }
  /** The id of a query, or a word such as REPEAT. */
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list'; readonly elements: readonly MathNode[] }
  | { readonly kind: 'negation'; readonly operand: MathNode }
  | {
      readonly kind: 'binary'
      readonly operator: MathOperator
      readonly left: MathNode
      readonly right: MathNode
    }
  | CallNode

export interface CallNode {
  readonly kind: 'call'
  readonly name: string
  readonly operands: readonly MathNode[]
}

export type MathOperator =
  '+' | '-' | '*' | '/' | '^' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'AND' | 'OR'

/** The node and everything in it, in no particular order. Chains are long, so it does not call itself. */
export function* nodesIn(root: MathNode): Generator<MathNode> {
  const waiting: MathNode[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node
    waiting.push(...childrenOf(node))
  }
}

function childrenOf(node: MathNode): readonly MathNode[] {
  switch (node.kind) {
    case 'list':
      return node.elements
    case 'negation':
      return [node.operand]
    case 'binary':
      return [node.left, node.right]
    case 'call':
      return node.operands
    default:
      return []
  }
}
