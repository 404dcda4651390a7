/** The suite of every engine, with every space sealed. */
import { LocalKeys, newLocalKey, readLocalKeys } from '../../keys/local-keys.js'
import type { MasterKeys } from '../../keys/master-keys.js'
import { systemClock } from '../../stdx/clock.js'
import { systemRandom } from '../../stdx/random.js'
import type { Engine, Mutation, Read, Transaction } from '../engine.js'
import { engineSuite, type NewStore, type Supports } from '../engine-suite.js'
import { openSealed, type SealedStore } from './open-sealed.js'

export function newMasterKeys(): LocalKeys {
  const { line } = newLocalKey(systemRandom)
  return new LocalKeys(readLocalKeys(line, 'The test'), systemRandom)
}

export function sealed(engine: Engine, masterKeys: MasterKeys): Promise<SealedStore> {
  return openSealed(engine, { masterKeys, random: systemRandom, clock: systemClock })
}

export function sealedEngineSuite(name: string, newStore: NewStore, supports: Supports): void {
  const newSealedStore = async () => {
    const store = await newStore()
    const masterKeys = newMasterKeys()
    return {
      open: async () => owned((await sealed(await store.open(), masterKeys)).engine),
      remove: () => store.remove(),
    }
  }
  engineSuite(`${name}, sealed`, newSealedStore, supports)
}

/** Gives every space an owner, so that it is sealed. */
function owned(engine: Engine): Engine {
  return new Proxy(engine, {
    get(target, name) {
      if (name === 'transact') return (transaction: AnyTransaction) => transact(target, transaction)
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}

type AnyTransaction = Transaction<readonly Read[], unknown>

function transact(engine: Engine, transaction: AnyTransaction): Promise<unknown> {
  return engine.transact({
    ...transaction,
    decide: (results) => {
      const { mutations, result } = transaction.decide(results)
      return { mutations: mutations.map(withOwner), result }
    },
  })
}

function withOwner(mutation: Mutation): Mutation {
  if (mutation.kind !== 'create-space') return mutation
  return { ...mutation, owner: `table ${mutation.space}`, isNewOwner: true }
}
