/** The partition that a key condition names, as far as that is plain to see: other conditions have any. */
import { rememberedPartition } from '../../accelerator/remembered-key.js'
import type { Table } from '../../catalog/table.js'
import type { CborValue } from '../cbor/cbor-value.js'
import { readValue } from './attribute-values.js'
import { nodeOf, opcodes, valuesOfTree } from './expression-tree.js'

export function queriedPartition(table: Table, condition: Buffer): string | undefined {
  const { name } = table.keySchema.partition
  const { tree, values } = valuesOfTree(condition)
  const position = equalTo(tree, name)
  const value = position === undefined ? undefined : values[position]
  return value === undefined ? undefined : rememberedPartition(table, { [name]: readValue(value) })
}

/** The position of the value that the attribute is equal to. The operation has checked the condition, or will. */
function equalTo(tree: CborValue, name: string): number | undefined {
  const { opcode, operands } = nodeOf(tree)
  const [left, right] = operands
  if (left === undefined || right === undefined) return undefined
  if (opcode === opcodes.and) return equalTo(left, name) ?? equalTo(right, name)
  if (opcode !== opcodes.equal) return undefined
  const [path, variable] = [nodeOf(left), nodeOf(right)]
  const isNamed = path.opcode === opcodes.path && path.operands.length === 1
  if (!isNamed || path.operands[0] !== name || variable.opcode !== opcodes.variable)
    return undefined
  const [position] = variable.operands
  return typeof position === 'number' ? position : undefined
}
