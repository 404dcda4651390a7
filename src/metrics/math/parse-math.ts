/**
 * Metric math: text to tree. Operators bind as in most languages: `^`, then `* /`, `+ -`, comparisons, AND, OR.
 * Bounded by the length of the text and the depth of nesting.
 */
import { expressionDepthMax, expressionLengthMax } from './limits.js'
import { MathFault } from './math-fault.js'
import type { MathNode, MathOperator } from './math-node.js'
import { tokensOf, type MathToken } from './tokens.js'

export function parseMath(expression: string): MathNode {
  if (expression.length > expressionLengthMax) {
    throw new MathFault(`The expression is longer than ${expressionLengthMax} characters`)
  }
  if (/^\s*SELECT\s/i.test(expression)) {
    throw new MathFault('Metrics Insights queries are not supported')
  }
  return new Parser(tokensOf(expression)).whole()
}

interface Binding {
  readonly operator: MathOperator
  readonly strength: number
}

const bindings: Readonly<Record<string, Binding>> = {
  OR: { operator: 'OR', strength: 1 },
  '||': { operator: 'OR', strength: 1 },
  AND: { operator: 'AND', strength: 2 },
  '&&': { operator: 'AND', strength: 2 },
  '==': { operator: '==', strength: 3 },
  '!=': { operator: '!=', strength: 3 },
  '<': { operator: '<', strength: 3 },
  '<=': { operator: '<=', strength: 3 },
  '>': { operator: '>', strength: 3 },
  '>=': { operator: '>=', strength: 3 },
  '+': { operator: '+', strength: 4 },
  '-': { operator: '-', strength: 4 },
  '*': { operator: '*', strength: 5 },
  '/': { operator: '/', strength: 5 },
  '^': { operator: '^', strength: 7 },
}
/** `-a ^ b` is `-(a ^ b)`, and `-a * b` is `(-a) * b`. */
const negationStrength = 6

class Parser {
  readonly #tokens: readonly MathToken[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly MathToken[]) {
    this.#tokens = tokens
  }

  whole(): MathNode {
    const node = this.#expression(1)
    if (this.#next.kind !== 'end') throw this.#unexpected()
    return node
  }

  get #next(): MathToken {
    return this.#tokens[this.#at]!
  }

  #expression(strengthMin: number): MathNode {
    this.#enter()
    let left = this.#operand()
    for (let binding = this.#binding(); binding !== undefined; binding = this.#binding()) {
      const { operator, strength } = binding
      if (strength < strengthMin) break
      this.#at++
      // Powers are taken from the right.
      const right = this.#expression(operator === '^' ? strength : strength + 1)
      left = { kind: 'binary', operator, left, right }
    }
    this.#depth--
    return left
  }

  #enter(): void {
    if (++this.#depth > expressionDepthMax)
      throw new MathFault('The expression is nested too deeply')
  }

  #binding(): Binding | undefined {
    const { kind, text } = this.#next
    return kind === 'sign' || kind === 'name' ? own(text) : undefined
  }

  #operand(): MathNode {
    const { kind, text } = this.#next
    switch (kind) {
      case 'number':
        this.#at++
        return { kind: 'number', value: Number(text) }
      case 'text':
        this.#at++
        return { kind: 'text', text }
      case 'name':
        return this.#nameOrCall()
      default:
        return this.#signed()
    }
  }

  #nameOrCall(): MathNode {
    const name = this.#next.text
    if (own(name) !== undefined) throw this.#unexpected()
    this.#at++
    if (!this.#takes('(')) return { kind: 'name', name }
    return { kind: 'call', name, operands: this.#listUntil(')') }
  }

  #signed(): MathNode {
    if (this.#takes('+')) return this.#expression(negationStrength)
    if (this.#takes('-')) return { kind: 'negation', operand: this.#expression(negationStrength) }
    if (this.#takes('[')) return { kind: 'list', elements: this.#listUntil(']') }
    if (!this.#takes('(')) throw this.#unexpected()
    const inner = this.#expression(1)
    this.#require(')')
    return inner
  }

  #listUntil(end: string): readonly MathNode[] {
    const nodes: MathNode[] = []
    if (this.#takes(end)) return nodes
    do nodes.push(this.#expression(1))
    while (this.#takes(','))
    this.#require(end)
    return nodes
  }

  #takes(sign: string): boolean {
    const { kind, text } = this.#next
    if (kind !== 'sign' || text !== sign) return false
    this.#at++
    return true
  }

  #require(sign: string): void {
    if (!this.#takes(sign)) throw this.#unexpected()
  }

  #unexpected(): MathFault {
    const { kind, text } = this.#next
    return new MathFault(kind === 'end' ? 'The expression is not complete' : `Unexpected '${text}'`)
  }
}

/** Names of expressions come from clients. */
function own(text: string): Binding | undefined {
  return Object.hasOwn(bindings, text) ? bindings[text] : undefined
}
