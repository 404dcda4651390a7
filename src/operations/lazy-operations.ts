/**
 * Operations of services that most servers are never asked for. The registry knows them by name, so that a
 * protocol finds them; their code is loaded when the first of them is called.
 */
import { findServiceOperation } from '../api/services.js'
import { assert } from '../stdx/assert.js'
import type { Operation } from './operation.js'

/** An entry for each name. `load` returns the operations themselves, and perhaps more. */
export function lazyOperations(
  service: string,
  names: readonly string[],
  load: () => Promise<readonly Operation[]>,
): readonly Operation[] {
  let loading: Promise<ReadonlyMap<string, Operation>> | undefined
  const loaded = async (id: string): Promise<Operation> => {
    loading ??= load().then((all) => new Map(all.map((each) => [each.definition.id, each])))
    const found = (await loading).get(id)
    assert(found !== undefined, 'an operation of the registry can be loaded', { id })
    return found
  }
  return names.map((name) => entryOf(`${service}.${name}`, loaded))
}

function entryOf(id: string, loaded: (id: string) => Promise<Operation>): Operation {
  const definition = findServiceOperation(id)
  assert(definition !== undefined, 'no service has this operation', { id })
  const notYet = (): never => {
    throw new Error(`${id} is used before it is loaded`)
  }
  return {
    definition,
    load: () => loaded(id),
    read: notYet,
    tables: undefined,
    toleratesMissing: false,
    acrossAccounts: false,
    access: notYet,
    withoutDenied: undefined,
    run: notYet,
  }
}
