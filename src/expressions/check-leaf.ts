/**
 * What the service refuses about the operands of one condition, before it looks at any item. A
 * stored attribute of another type is never a fault; a constant of a type that can never match
 * always is. Every check returns the sentence about what it found.
 */
import type { AttributeType } from '../model/attribute-value.js'
import { formatPath } from '../model/document-path.js'
import { compareValues } from '../model/compare-values.js'
import { javaValueText } from '../model/java-value.js'
import {
  countFault,
  innerCountFault,
  samePath,
  staticType,
  type ResolvedOperand,
} from './resolve-operand.js'
import { sentences } from './sentences.js'
import type { LeafSyntax } from './syntax.js'

type Operands = readonly ResolvedOperand[]
type Fault = string | undefined

export function checkLeaf(leaf: LeafSyntax, operands: Operands): Fault {
  const count =
    leaf.kind === 'function' ? countFault(leaf.name, operands) : innerCountFault(operands)
  const operator = operatorOf(leaf)
  return count ?? distinctFault(operator, operands) ?? typeFault(leaf, operator, operands)
}

function operatorOf(leaf: LeafSyntax): string {
  if (leaf.kind === 'comparison') return leaf.comparator
  return leaf.kind === 'function' ? leaf.name : leaf.kind.toUpperCase()
}

export function distinctFault(operator: string, [first, ...rest]: Operands): Fault {
  if (first?.kind !== 'path') return undefined
  const same = rest.some((operand) => operand.kind === 'path' && samePath(first.path, operand.path))
  return same ? sentences.sameOperand(operator, formatPath(first.path)) : undefined
}

function typeFault(leaf: LeafSyntax, operator: string, operands: Operands): Fault {
  const fault = sizeFault(operands)
  if (fault !== undefined) return fault
  if (leaf.kind === 'function') return functionFault(leaf.name, operands)
  if (leaf.kind === 'between')
    return constantFault(operator, operands, ordered) ?? boundsFault(operands)
  const orders = leaf.kind === 'comparison' && leaf.comparator !== '=' && leaf.comparator !== '<>'
  return orders ? constantFault(operator, operands, ordered) : undefined
}

const ordered: ReadonlySet<AttributeType> = new Set(['S', 'N', 'B'])
const prefixed: ReadonlySet<AttributeType> = new Set(['S', 'B'])
const sized: ReadonlySet<AttributeType> = new Set(['S', 'B', 'SS', 'NS', 'BS', 'L', 'M'])

/** The first operand whose type is known and not among the allowed ones. */
function constantFault(
  operator: string,
  operands: Operands,
  allowed: ReadonlySet<AttributeType>,
): Fault {
  for (const operand of operands) {
    const type = staticType(operand)
    if (type !== undefined && !allowed.has(type)) return sentences.operandType(operator, type)
  }
  return undefined
}

function sizeFault(operands: Operands): Fault {
  for (const operand of operands) {
    if (operand.kind !== 'call') continue
    const fault = sizeFault(operand.operands) ?? constantFault('size', operand.operands, sized)
    if (fault !== undefined) return fault
  }
  return undefined
}

function functionFault(name: string, operands: Operands): Fault {
  if (name === 'begins_with') return constantFault(name, operands, prefixed)
  if (name === 'contains') return undefined
  const [first, second] = operands
  // AWS: a constant has a type too.
  const isTyped = name === 'attribute_type' && first?.kind === 'value'
  if (first?.kind !== 'path' && !isTyped) return sentences.pathRequired(name)
  return name === 'attribute_type' ? typeNameFault(second!) : undefined
}

const typeNames: ReadonlySet<string> = new Set<AttributeType>([
  ...['S', 'N', 'B', 'BOOL', 'NULL'],
  ...['SS', 'NS', 'BS', 'L', 'M'],
] as AttributeType[])

function typeNameFault(operand: ResolvedOperand): Fault {
  const value = operand.kind === 'value' ? operand.value : undefined
  if (value === undefined || !('S' in value)) {
    // AWS: a path could have any type, so the sentence lists them all.
    const type = staticType(operand) ?? '{NS,SS,L,BS,N,M,B,BOOL,NULL,S}'
    return sentences.operandType('attribute_type', type)
  }
  return typeNames.has(value.S) ? undefined : sentences.unknownType(value.S)
}

function boundsFault([, lower, upper]: Operands): Fault {
  if (lower?.kind !== 'value' || upper?.kind !== 'value') return undefined
  const [one, two] = [javaValueText(lower.value), javaValueText(upper.value)]
  const order = compareValues(lower.value, upper.value)
  if (order === undefined) return sentences.betweenTypes(one, two)
  return order > 0 ? sentences.betweenOrder(one, two) : undefined
}
