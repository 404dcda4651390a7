/** Translates a PartiQL condition into the native condition with the same meaning. */
import type { Condition, Operand } from './conditions.js'

/**
 * AWS: in PartiQL a missing attribute does not differ from anything; natively it differs from
 * everything.
 */
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
