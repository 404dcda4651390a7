/**
 * The blind write as a transaction, for engines without a network, where reading first is cheap.
 */
import type { Engine, Mutation, Replacement } from './engine.js'

export function replaceByTransaction(
  engine: Pick<Engine, 'transact'>,
  replacement: Replacement,
): Promise<number | undefined> {
  const { guards, space, key } = replacement
  return engine.transact({
    guards,
    reads: [{ kind: 'get', space, key }],
    decide([found]) {
      const before = found && replacement.weigh(found)
      return { mutations: replaced(replacement, before), result: before }
    },
  })
}

/** The mutations of several, each with the weight of what is there. */
export function allReplaced(
  replacements: readonly Replacement[],
  befores: readonly (number | undefined)[],
): readonly Mutation[] {
  const mutations: Mutation[] = []
  for (const [i, each] of replacements.entries()) mutations.push(...replaced(each, befores[i]))
  return mutations
}

/** `before` is the weight of what is there. */
export function replaced(
  replacement: Replacement,
  before: number | undefined,
): readonly Mutation[] {
  const { space, key, value } = replacement
  if (value === undefined && before === undefined) return []
  const after = value && replacement.weigh(value)
  const change: Mutation =
    value === undefined ? { kind: 'delete', space, key } : { kind: 'put', space, key, value }
  const entries = (after === undefined ? 0 : 1) - (before === undefined ? 0 : 1)
  const bytes = (after ?? 0) - (before ?? 0)
  if (entries === 0 && bytes === 0) return [change]
  return [change, { kind: 'tally', space, entries, bytes }]
}
