/**
 * `npm run bench vectors crossover [set …]`: what the signs of rows save, from how many rows on. One thread holds
 * the vectors twice and searches both in turns: every row by its bytes, and by its signs first. A set is like `768` or
 * `768:latent`.
 */
import { Arenas } from '../../src/vectors/arenas.js'
import { IndexShare } from '../../src/vectors/index-share.js'
import { machine, table } from '../report.js'
import { makeVectors, setKinds, type SetKind } from './made-vectors.js'
import { recallOf, Truth, wanted } from './truth.js'

const counts = [5_000, 10_000, 30_000, 100_000, 300_000, 1_000_000]
const queries = 10
/** Numbers of the largest set: a million vectors of 768 dimensions. */
const numbersMax = 768_000_000
const shape = { distance: 'cosine', filterCount: 0 } as const

export function runCrossover(sets: readonly string[]): void {
  console.log(`One thread, top ${wanted} of ${queries} queries, processor's time, ${machine()}`)
  for (const set of sets.length > 0 ? sets : ['768']) {
    const [dimensions, kind] = set.split(':')
    for (const each of kind === undefined ? setKinds : [kind as SetKind]) {
      for (const row of measureKind(each, Number(dimensions))) console.log(table(head, [row]))
    }
  }
}

const head = ['vectors', 'bytes ms', 'signs ms', 'ratio', 'recall@10']

/** A row for each size, as soon as it is measured. */
function* measureKind(kind: SetKind, dimensions: number): Generator<readonly string[]> {
  const next = makeVectors({ count: 0, dimensions, kind }, 7)
  const asked = makeVectors({ count: 0, dimensions, kind }, 8)
  const vectors = Array.from({ length: queries }, () => asked().slice())
  const truth = new Truth(vectors)
  const shares = [Infinity, 0].map((signRows) => openShare(dimensions, signRows))
  let made = 0
  for (const count of counts.filter((each) => each * dimensions <= numbersMax)) {
    for (; made < count; made++) {
      const vector = next()
      truth.add(made, vector)
      for (const share of shares) share.put(0, rowOf(made, vector))
    }
    const [bytes, signs] = searchBoth(shares, vectors)
    const name = `${count} x ${dimensions}, ${kind}`
    const recall = recallOf(truth.answers(), signs!.found).toFixed(4)
    const ratio = (bytes!.medianMs / signs!.medianMs).toFixed(2)
    yield [name, bytes!.medianMs.toFixed(2), signs!.medianMs.toFixed(2), ratio, recall]
  }
}

function openShare(dimensions: number, signRows: number): IndexShare {
  const share = new IndexShare({ ...shape, dimensions }, new Arenas(), { signRows })
  share.openScope(0, false)
  return share
}

function rowOf(number: number, vector: Float32Array) {
  const key = Buffer.from(String(number))
  return { key, hash: Math.imul(number + 1, 0x9e3779b1) >>> 0, vector, filters: new Uint32Array() }
}

function searchBoth(shares: readonly IndexShare[], vectors: readonly Float32Array[]) {
  const measured = shares.map(() => ({ times: [] as number[], found: [] as number[][] }))
  for (const vector of vectors) {
    for (const [i, share] of shares.entries()) {
      const { times, found } = measured[i]!
      const before = process.cpuUsage()
      const { rows } = share.search(0, { vector, count: wanted, filters: [] })
      const { user, system } = process.cpuUsage(before)
      times.push((user + system) / 1000)
      found.push(rows.map(({ itemKey }) => Number(Buffer.from(itemKey).toString())))
    }
  }
  return measured.map(({ times, found }) => {
    const medianMs = times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!
    return { medianMs, found }
  })
}
