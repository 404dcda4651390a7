/** Update expressions as text. Their actions come in one list; here those of a clause are together. */
import type { CborValue } from '../cbor/cbor-value.js'
import { operandText } from './condition-text.js'
import { nodeOf, opcodes, readTree, type ExpressionTree } from './expression-tree.js'
import { malformed, requireList } from './malformed.js'
import type { Placeholders } from './placeholders.js'

const clauses = ['SET', 'REMOVE', 'ADD', 'DELETE'] as const
type Clause = (typeof clauses)[number]

export function updateText(bytes: Buffer, placeholders: Placeholders): string {
  const tree = readTree(bytes, placeholders)
  const actions = requireList(tree.tree, 'an update').map((action) => actionOf(tree, action))
  return clauses
    .map((clause) => [clause, actions.filter(([of]) => of === clause)] as const)
    .filter(([, ofClause]) => ofClause.length > 0)
    .map(([clause, ofClause]) => `${clause} ${ofClause.map(([, text]) => text).join(',')}`)
    .join(' ')
}

function actionOf(tree: ExpressionTree, value: CborValue): readonly [Clause, string] {
  const { opcode } = nodeOf(value)
  const { operands } = nodeOf(value, opcode === opcodes.remove ? 1 : 2)
  const path = tree.path(nodeOf(operands[0]))
  switch (opcode) {
    case opcodes.set:
      return ['SET', `${path} = ${assignedText(tree, operands[1])}`]
    case opcodes.remove:
      return ['REMOVE', path]
    case opcodes.add:
      return ['ADD', `${path} ${operandText(tree, operands[1])}`]
    case opcodes.delete:
      return ['DELETE', `${path} ${operandText(tree, operands[1])}`]
    default:
      throw malformed(`the opcode ${opcode} is no action of an update`)
  }
}

function assignedText(tree: ExpressionTree, value: CborValue): string {
  const { opcode } = nodeOf(value)
  if (opcode !== opcodes.plus && opcode !== opcodes.minus) return operandText(tree, value)
  const [left, right] = nodeOf(value, 2).operands.map((each) => operandText(tree, each))
  return `${left} ${opcode === opcodes.plus ? '+' : '-'} ${right}`
}
