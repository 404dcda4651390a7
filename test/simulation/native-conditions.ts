/** The native condition that means what a condition means in PartiQL. */
import type { Condition, Operand } from './conditions.js'

/** AWS: in PartiQL what is not there does not differ from anything; natively it differs from all. */
export function asNative(condition: Condition): Condition {
  switch (condition.kind) {
    case 'compare':
      return condition.by === '<>' ? present(condition, condition.sides) : condition
    case 'and':
    case 'or':
      return { kind: condition.kind, parts: condition.parts.map(asNative) }
    case 'not':
      return { kind: 'not', part: asNative(condition.part) }
    default:
      return condition
  }
}

function present(condition: Condition, operands: readonly Operand[]): Condition {
  const paths = operands.flatMap((operand) => (operand.kind === 'value' ? [] : [operand.path]))
  const exists = paths.map((path): Condition => ({ kind: 'exists', path }))
  return { kind: 'and', parts: [...exists, condition] }
}
