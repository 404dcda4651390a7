/** Shorthands that the engine suites are written in. */
import type { Engine, Guard, Mutation, Range, SpaceId } from './engine.js'
import type { NewStore } from './engine-suite.js'

export const space: SpaceId = 7
export const otherSpace: SpaceId = 8

/** Runs a test on a fresh engine with two empty spaces. */
export async function withEngine(newStore: NewStore, test: (engine: Engine) => Promise<void>) {
  const store = await newStore()
  try {
    const engine = await store.open()
    await write(engine, [create(space), create(otherSpace)])
    await test(engine)
    await engine.close()
  } finally {
    await store.remove()
  }
}

export const bytes = (text: string) => Buffer.from(text, 'latin1')

export const get = (key: string, from = space) =>
  ({ kind: 'get', space: from, key: bytes(key) }) as const

export const put = (key: string, value: string | Uint8Array, into = space): Mutation => ({
  kind: 'put',
  space: into,
  key: bytes(key),
  value: typeof value === 'string' ? bytes(value) : value,
})

export const remove = (key: string, from = space): Mutation => ({
  kind: 'delete',
  space: from,
  key: bytes(key),
})

export const create = (id: SpaceId): Mutation => ({
  kind: 'create-space',
  space: id,
  label: `space ${id}`,
})

export const drop = (id: SpaceId): Mutation => ({ kind: 'drop-space', space: id })

export const tally = (entries: number, weight: number, of = space): Mutation => ({
  kind: 'tally',
  space: of,
  entries,
  bytes: weight,
})

/** Everything by default. */
export const range = (options: Partial<Omit<Range, 'kind'>> = {}): Range => ({
  kind: 'range',
  space,
  from: Buffer.of(0),
  to: Buffer.of(255, 255, 255),
  entriesMax: 1_000_000,
  ...options,
})

export function write(engine: Engine, mutations: readonly Mutation[], guards?: readonly Guard[]) {
  return engine.transact({
    reads: [],
    decide: () => ({ mutations, result: undefined }),
    ...(guards === undefined ? {} : { guards }),
  })
}

export async function valueOf(engine: Engine, key: string, from = space) {
  const [value] = await engine.read([get(key, from)])
  return value?.toString('latin1')
}

/** A page as text: `a b c …` if there is more. */
export async function pageText(engine: Engine, asked: Range): Promise<string> {
  const [{ entries, more }] = await engine.read([asked])
  const keys = entries.map(({ key }) => key.toString('latin1'))
  return [...keys, ...(more ? ['…'] : [])].join(' ')
}

/** Adds one to a number stored as text, in a transaction that reads what it changes. */
export function increment(engine: Engine, key: string): Promise<number> {
  return engine.transact({
    reads: [get(key)],
    decide([found]) {
      const next = Number(found?.toString() ?? '0') + 1
      return { mutations: [put(key, String(next))], result: next }
    },
  })
}
