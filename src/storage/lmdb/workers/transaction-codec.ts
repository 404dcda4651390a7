/**
 * Transactions as workers send them: what they read, and from where, and what they want to write.
 *
 * A batch is decided on one snapshot. Keys are sent as they are stored, behind their space's id.
 */
import { unreachable } from '../../../stdx/assert.js'
import type { Mutation, Read } from '../../engine.js'
import { FrameBody, FrameDamaged, type FrameWriter, fromWorker } from './frames.js'

export type SentRead =
  /** From the snapshot, or from a transaction of the same worker that is not committed yet. */
  | { readonly kind: 'get'; readonly key: string; readonly sequence: number }
  | { readonly kind: 'range'; readonly from: string; readonly to: string }
  | { readonly kind: 'tally'; readonly space: number }
  | { readonly kind: 'heads'; readonly space: number }

export interface SentTransaction {
  readonly reads: readonly SentRead[]
  readonly mutations: readonly Mutation[]
}

export interface SentBatch {
  readonly id: number
  /** The turn that it was decided in; 0 if in none. */
  readonly turn: number
  /** The number of the commit that the snapshot shows. */
  readonly snapshot: number
  readonly transactions: readonly SentTransaction[]
}

/** The sequence of a read from the snapshot: transactions are counted from 1. */
export const fromSnapshot = 0

const readCodes = { snapshotGet: 1, ownGet: 2, range: 3, tally: 4, heads: 5 } as const

const mutationCodes: Readonly<Record<Mutation['kind'], number>> = {
  put: 1,
  delete: 2,
  tally: 3,
  append: 4,
  'start-log': 5,
  'create-space': 6,
  'drop-space': 7,
}

/** Writes a batch into a frame, one transaction after another. */
export class BatchWriter {
  readonly #out: FrameWriter
  readonly #countAt: number
  readonly #start: number
  #count = 0

  constructor(out: FrameWriter, { id, turn, snapshot }: Omit<SentBatch, 'transactions'>) {
    this.#out = out
    this.#start = out.length
    out.begin(fromWorker.batch)
    out.uint32(id)
    out.uint32(turn)
    out.double(snapshot)
    this.#countAt = out.length
    out.uint32(0)
  }

  get bytes(): number {
    return this.#out.length - this.#start
  }

  /** Where the next transaction begins, to drop it again. */
  mark(): number {
    return this.#out.length
  }

  cutTo(mark: number): void {
    this.#out.cutTo(mark)
  }

  /** Drops the batch if nothing came of it. */
  end(): boolean {
    if (this.#count === 0) this.#out.cutTo(this.#start)
    else {
      this.#out.patchUint32(this.#countAt, this.#count)
      this.#out.end()
    }
    return this.#count > 0
  }

  get(space: number, key: Uint8Array, sequence: number): void {
    this.#out.byte(sequence === fromSnapshot ? readCodes.snapshotGet : readCodes.ownGet)
    this.#out.storedKey(space, key)
    if (sequence !== fromSnapshot) this.#out.double(sequence)
  }

  read(read: Exclude<Read, { kind: 'get' }>): void {
    this.#out.byte(readCodes[read.kind])
    if (read.kind !== 'range') return this.#out.uint32(read.space)
    this.#out.storedKey(read.space, read.from)
    this.#out.storedKey(read.space, read.to)
  }

  /** Ends the reads of a transaction, and with it the transaction. */
  mutations(mutations: readonly Mutation[]): void {
    this.#out.byte(0)
    for (const mutation of mutations) {
      this.#out.byte(mutationCodes[mutation.kind])
      writeMutation(this.#out, mutation)
    }
    this.#out.byte(0)
    this.#count++
  }
}

function writeMutation(out: FrameWriter, mutation: Mutation): void {
  switch (mutation.kind) {
    case 'put':
      out.storedKey(mutation.space, mutation.key)
      return out.bytes(mutation.value)
    case 'delete':
      return out.storedKey(mutation.space, mutation.key)
    case 'tally':
      out.uint32(mutation.space)
      out.double(mutation.entries)
      return out.double(mutation.bytes)
    case 'append':
      out.storedKey(mutation.space, mutation.log)
      return out.bytes(mutation.value)
    case 'start-log':
      out.storedKey(mutation.space, mutation.log)
      return out.double(mutation.number)
    case 'create-space':
      out.uint32(mutation.space)
      return out.bytes(Buffer.from(mutation.label))
    case 'drop-space':
      return out.uint32(mutation.space)
    default:
      return unreachable(mutation)
  }
}

export function readBatch(bytes: Buffer): SentBatch {
  const body = new FrameBody(bytes)
  const [id, turn, snapshot, count] = [body.uint32(), body.uint32(), body.double(), body.uint32()]
  const transactions: SentTransaction[] = []
  for (let at = 0; at < count; at++) {
    transactions.push({ reads: readReads(body), mutations: readMutations(body) })
  }
  if (!body.atEnd) throw new FrameDamaged('a batch with something after it')
  return { id, turn, snapshot, transactions }
}

function readReads(body: FrameBody): readonly SentRead[] {
  const reads: SentRead[] = []
  for (let code = body.byte(); code !== 0; code = body.byte()) reads.push(readRead(code, body))
  return reads
}

function readRead(code: number, body: FrameBody): SentRead {
  switch (code) {
    case readCodes.snapshotGet:
      return { kind: 'get', key: body.text(), sequence: fromSnapshot }
    case readCodes.ownGet:
      return { kind: 'get', key: body.text(), sequence: body.double() }
    case readCodes.range:
      return { kind: 'range', from: body.text(), to: body.text() }
    case readCodes.tally:
      return { kind: 'tally', space: body.uint32() }
    case readCodes.heads:
      return { kind: 'heads', space: body.uint32() }
    default:
      throw new FrameDamaged(`a read of kind ${code}`)
  }
}

function readMutations(body: FrameBody): readonly Mutation[] {
  const mutations: Mutation[] = []
  for (let code = body.byte(); code !== 0; code = body.byte()) {
    mutations.push(readMutation(code, body))
  }
  return mutations
}

function readMutation(code: number, body: FrameBody): Mutation {
  switch (code) {
    case mutationCodes.put:
      return { kind: 'put', ...spaceAndKey(body), value: body.bytes() }
    case mutationCodes.delete:
      return { kind: 'delete', ...spaceAndKey(body) }
    case mutationCodes.tally:
      return { kind: 'tally', space: body.uint32(), entries: body.double(), bytes: body.double() }
    case mutationCodes.append: {
      const { space, key: log } = spaceAndKey(body)
      return { kind: 'append', space, log, value: body.bytes() }
    }
    case mutationCodes['start-log']: {
      const { space, key: log } = spaceAndKey(body)
      return { kind: 'start-log', space, log, number: body.double() }
    }
    case mutationCodes['create-space']:
      return { kind: 'create-space', space: body.uint32(), label: body.bytes().toString() }
    case mutationCodes['drop-space']:
      return { kind: 'drop-space', space: body.uint32() }
    default:
      throw new FrameDamaged(`a mutation of kind ${code}`)
  }
}

const spaceIdBytes = 4

function spaceAndKey(body: FrameBody): { readonly space: number; readonly key: Buffer } {
  const stored = body.bytes()
  if (stored.length < spaceIdBytes) throw new FrameDamaged('a key without a space')
  return { space: stored.readUInt32BE(0), key: stored.subarray(spaceIdBytes) }
}
