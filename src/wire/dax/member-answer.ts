/** An answer that is one map by number: that of get, put, update, delete, query and scan. */
import type { ConsumedCapacity } from '../../api/generated/dynamodb-types.js'
import type { CborValue } from '../cbor/cbor-value.js'
import { encodeCbor } from '../cbor/encode-cbor.js'
import { members, success } from './answers.js'
import { simpleCapacity } from './consumed.js'

export class MemberAnswer {
  readonly #members: [number, Uint8Array][] = []

  /** Bytes that are CBOR already. */
  add(member: number, encoded: Uint8Array): void {
    this.#members.push([member, encoded])
  }

  addValue(member: number, value: CborValue): void {
    this.add(member, encodeCbor(value))
  }

  addConsumed(consumed: ConsumedCapacity | undefined): void {
    if (consumed !== undefined) this.addValue(members.consumedCapacity, simpleCapacity(consumed))
  }

  written(): Buffer {
    const writer = success()
    // Java's client reads a map without a length and nothing else; all others read either.
    writer.openMap()
    for (const [member, encoded] of this.#members) {
      writer.value(member)
      writer.raw(encoded)
    }
    writer.closeMap()
    return writer.written()
  }
}
