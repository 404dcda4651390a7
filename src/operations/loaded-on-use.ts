/** Operations whose code is loaded when the first of them is called. */
import { findServiceOperation } from '../api/services.js'
import { assert } from '../stdx/assert.js'
import type { Operation } from './operation.js'

/**
 * An entry for each name, by which a protocol finds it. Once loaded, an entry is the operation itself, and
 * further calls wait for nothing.
 */
export function loadedOnUse(
  service: string,
  names: readonly string[],
  load: () => Promise<readonly Operation[]>,
): readonly Operation[] {
  const entries: readonly Operation[] = names.map((name) => entryOf(`${service}.${name}`, loadAll))
  async function loadAll(): Promise<void> {
    const found = new Map((await load()).map((each) => [each.definition.id, each]))
    assert(found.size === entries.length, 'every operation that is loaded has an entry', {
      service,
    })
    for (const entry of entries) {
      const { id } = entry.definition
      const operation = found.get(id)
      assert(operation !== undefined, 'an operation of the registry can be loaded', { id })
      Object.assign(entry, operation)
    }
  }
  return entries
}

function entryOf(id: string, load: () => Promise<void>): Operation {
  const definition = findServiceOperation(id)
  assert(definition !== undefined, 'no service has this operation', { id })
  const notYet = (): never => {
    throw new Error(`${id} is used before it is loaded`)
  }
  return {
    definition,
    load,
    read: notYet,
    tables: undefined,
    toleratesMissing: false,
    acrossAccounts: false,
    forgetsInput: false,
    access: notYet,
    withoutDenied: undefined,
    demands: undefined,
    withoutThrottled: undefined,
    run: notYet,
  }
}
