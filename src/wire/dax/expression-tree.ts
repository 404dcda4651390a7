/**
 * The trees that expressions are on the wire of DAX: `[version, tree, values]`, whose nodes are lists that begin with
 * an opcode. Clients check little of them, so arities and kinds are checked here; what an expression means is judged by the
 * operation, which gets it as text.
 */
import type { DocumentPath, PathElement } from '../../model/document-path.js'
import { CborTag, type CborValue } from '../cbor/cbor-value.js'
import { readValue } from './attribute-values.js'
import { daxExpressionDepthMax } from './limits.js'
import { malformed, nestedValue, requireList } from './malformed.js'
import type { Placeholders } from './placeholders.js'

/** The version of the format that all clients send. */
const treeVersion = 1
/** An index inside a document path. */
const listIndexTag = 3324

export const opcodes = {
  equal: 0,
  notEqual: 1,
  less: 2,
  greaterOrEqual: 3,
  greater: 4,
  lessOrEqual: 5,
  and: 6,
  or: 7,
  not: 8,
  between: 9,
  in: 10,
  attributeExists: 11,
  attributeNotExists: 12,
  attributeType: 13,
  beginsWith: 14,
  contains: 15,
  size: 16,
  variable: 17,
  path: 18,
  set: 19,
  add: 20,
  delete: 21,
  remove: 22,
  ifNotExists: 23,
  listAppend: 24,
  plus: 25,
  minus: 26,
} as const

export interface Node {
  readonly opcode: number
  readonly operands: readonly CborValue[]
}

export function nodeOf(value: CborValue, operands?: number): Node {
  const [opcode, ...rest] = requireList(value, 'a node of an expression')
  if (typeof opcode !== 'number') throw malformed('an opcode must be a number')
  if (operands !== undefined && rest.length !== operands) {
    throw malformed(`the opcode ${opcode} has ${operands} operands, not ${rest.length}`)
  }
  return { opcode, operands: rest }
}

/** The tree of an expression, and the text of its variables. */
export interface ExpressionTree {
  readonly tree: CborValue
  variable(node: Node): string
  path(node: Node): string
}

export function readTree(bytes: Buffer, placeholders: Placeholders): ExpressionTree {
  const parts = partsOf(bytes, 3)
  const values = requireList(parts[2], 'the values of an expression')
  const used = new Map<number, string>()
  return {
    tree: parts[1],
    variable(node) {
      const [position] = node.operands
      if (node.operands.length !== 1 || typeof position !== 'number' || !(position in values)) {
        throw malformed('a variable of an expression has no value')
      }
      const known = used.get(position)
      if (known !== undefined) return known
      const placeholder = placeholders.value(readValue(values[position]))
      used.set(position, placeholder)
      return placeholder
    },
    path: (node) => documentPathText(pathOf(node), placeholders),
  }
}

/** The tree of an expression and its values, as they came. */
export function valuesOfTree(bytes: Buffer): {
  readonly tree: CborValue
  readonly values: readonly CborValue[]
} {
  const parts = partsOf(bytes, 3)
  return { tree: parts[1], values: requireList(parts[2], 'the values of an expression') }
}

/** The paths of a projection. */
export function readPaths(bytes: Buffer): readonly DocumentPath[] {
  const [, paths] = partsOf(bytes, 2)
  return requireList(paths, 'a projection').map((path) => pathOf(nodeOf(path)))
}

function partsOf(bytes: Buffer, count: number): readonly CborValue[] {
  const value = nestedValue(bytes, 'an expression', daxExpressionDepthMax)
  const parts = requireList(value, 'an expression')
  if (parts.length !== count || parts[0] !== treeVersion) {
    throw malformed('an expression has another version')
  }
  return parts
}

function pathOf({ opcode, operands }: Node): DocumentPath {
  if (opcode !== opcodes.path) throw malformed('a document path is expected')
  const path = operands.map(pathElement)
  if (typeof path[0] !== 'string') throw malformed('a document path begins with a name')
  return path as [string, ...PathElement[]]
}

function pathElement(element: CborValue): PathElement {
  if (typeof element === 'string') return element
  const isIndex = element instanceof CborTag && element.tag === listIndexTag
  const index = isIndex ? element.value : undefined
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0) {
    throw malformed('a document path consists of names and positions')
  }
  return index
}

export function documentPathText(path: DocumentPath, placeholders: Placeholders): string {
  let text = ''
  for (const element of path) {
    if (typeof element === 'number') text += `[${element}]`
    else text += `${text === '' ? '' : '.'}${placeholders.name(element)}`
  }
  return text
}
