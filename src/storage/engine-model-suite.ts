/** Random operations by seed, on an engine and on the simplest model that is obviously right. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Engine, Mutation, Range } from './engine.js'
import type { NewStore, Supports } from './engine-suite.js'
import { bytes, create, drop, put, range, remove, write } from './engine-testing-suite.js'
import { seededRandom } from '../../test/support/seeded-random.js'

const steps = 400
const seeds = [1, 2, 3]

/** What each space holds, by key. */
type Model = Map<number, Map<string, string>>

export function modelSuite(newStore: NewStore, supports: Supports): void {
  for (const seed of seeds) {
    it(`agrees with a map through ${steps} random steps (seed ${seed})`, async () => {
      const store = await newStore()
      const random = seededRandom(seed).below
      const model: Model = new Map()
      let engine = await store.open()
      for (let step = 0; step < steps; step++) {
        await randomStep({ engine, model, random, order: supports.order }, step)
        if (supports.persistence && step % 100 === 99) {
          await engine.close()
          engine = await store.open()
        }
      }
      await compareAll(engine, model)
      await engine.close()
      await store.remove()
    })
  }
}

type Random = (below: number) => number

interface ModelRun {
  readonly engine: Engine
  readonly model: Model
  readonly random: Random
  /** Whether the engine commits transactions in the order they are given. */
  readonly order: boolean
}

async function randomStep({ engine, model, random, order }: ModelRun, step: number) {
  if (model.size === 0 || random(25) === 0) {
    model.set(step + 1, new Map())
    return write(engine, [create(step + 1)])
  }
  const id = pick([...model.keys()], random)
  if (random(60) === 0) {
    model.delete(id)
    return write(engine, [drop(id)])
  }
  if (random(2) === 0) return comparePage(engine, model, id, random)
  // Several transactions at once, if the engine commits them in the order they are given.
  const count = order ? 1 + random(4) : 1
  const batches = Array.from({ length: count }, () => randomMutations(model, id, random))
  await Promise.all(batches.map((mutations) => write(engine, mutations)))
}

function randomMutations(model: Model, id: number, random: Random): Mutation[] {
  const contents = model.get(id)!
  return Array.from({ length: 1 + random(8) }, () => {
    const key = randomKey(random)
    if (random(3) === 0) {
      contents.delete(key)
      return remove(key, id)
    }
    const value = String.fromCharCode(97 + random(26)).repeat(random(40) ** 2)
    contents.set(key, value)
    return put(key, value, id)
  })
}

/** Short keys of few bytes, so that they collide, nest and border on each other. */
function randomKey(random: Random): string {
  const alphabet = '\x00\x01a\xfe\xff'
  return Array.from({ length: 1 + random(4) }, () => alphabet[random(alphabet.length)]).join('')
}

async function comparePage(engine: Engine, model: Model, id: number, random: Random) {
  const asked = range({
    space: id,
    from: bytes(randomKey(random)),
    to: bytes(randomKey(random)),
    entriesMax: 1 + random(20),
    bytesMax: 1 + random(2000),
    reverse: random(2) === 0,
  })
  const [page] = await engine.read([asked])
  assert.deepEqual(
    page.entries.map((entry) => [entry.key.toString('latin1'), entry.value.toString()]),
    expectedPage(model.get(id)!, asked).entries,
  )
  assert.equal(page.more, expectedPage(model.get(id)!, asked).more)
}

function expectedPage(contents: Map<string, string>, asked: Range) {
  const inRange = [...contents]
    .filter(([key]) => bytes(key).compare(asked.from) >= 0 && bytes(key).compare(asked.to) < 0)
    .sort(([a], [b]) => bytes(a).compare(bytes(b)))
  const ordered = asked.reverse === true ? inRange.reverse() : inRange
  let weight = 0
  const size = ordered.findIndex(([, value], index) => {
    weight += value.length
    return index + 1 >= asked.entriesMax || weight >= (asked.bytesMax ?? Infinity)
  })
  const entries = size === -1 ? ordered : ordered.slice(0, size + 1)
  return { entries, more: entries.length < ordered.length }
}

async function compareAll(engine: Engine, model: Model): Promise<void> {
  for (const [id, contents] of model) {
    const [page] = await engine.read([range({ space: id, to: Buffer.alloc(9, 255) })])
    assert.equal(page.entries.length, contents.size)
  }
}

function pick<T>(from: readonly T[], random: Random): T {
  return from[random(from.length)]!
}
