/**
 * Lists of attribute names. Items travel without names over the wire of DAX: a list has an id, and clients remember
 * which list an id stands for, without end and across restarts of the server. So lists are stored, are the same for all
 * servers of a database, never change, and no id is given twice. Id 1 is the empty list, which clients know.
 *
 * Everything in memory is a copy of what is stored, and the oldest is forgotten first.
 */
import { createHash } from 'node:crypto'
import { limitExceeded, validation } from '../model/errors.js'
import {
  attributeListIdKey,
  attributeListKey,
  lastAttributeListKey,
} from '../storage/accelerator-keys.js'
import { systemSpace, type Engine, type Get, type Mutation } from '../storage/engine.js'
import { jsonRecordAt } from '../storage/json-record.js'
import { attributeListBytesMax, attributeListCharactersMax, attributeListsMax } from './limits.js'

export const emptyAttributeListId = 1

const listRecord = jsonRecordAt<readonly string[]>('attributeList', 1)
const idRecord = jsonRecordAt<number>('attributeListId', 1)

interface Known {
  readonly id: number
  readonly names: readonly string[]
  /** The names as one text. */
  readonly text: string
}

export class AttributeLists {
  readonly #engine: Engine
  readonly #listsMax: number
  readonly #charactersMax: number
  readonly #byText = new Map<string, Known>()
  readonly #byId = new Map<number, Known>()
  #characters = 0

  constructor(
    engine: Engine,
    listsMax = attributeListsMax,
    charactersMax = attributeListCharactersMax,
  ) {
    this.#engine = engine
    this.#listsMax = listsMax
    this.#charactersMax = charactersMax
  }

  /** The id of a list, if nothing has to be read for it. */
  idAtHand(names: readonly string[]): number | undefined {
    if (names.length === 0) return emptyAttributeListId
    return this.#byText.get(JSON.stringify(names))?.id
  }

  /** The id of a list, which gets one if it has none. The order of names matters. */
  async define(names: readonly string[]): Promise<number> {
    const known = this.idAtHand(names)
    if (known !== undefined) return known
    const text = JSON.stringify(names)
    if (Buffer.byteLength(text) > attributeListBytesMax + 3 * names.length) {
      throw validation('The attribute names of the list are longer than any item.')
    }
    const id = (await this.#findId(text)) ?? (await this.#store(names, text))
    this.#remember({ id, names, text })
    return id
  }

  namesAtHand(id: number): readonly string[] | undefined {
    return id === emptyAttributeListId ? [] : this.#byId.get(id)?.names
  }

  /** Undefined if no list has ever had the id. */
  async find(id: number): Promise<readonly string[] | undefined> {
    const known = this.namesAtHand(id)
    if (known !== undefined || !Number.isSafeInteger(id) || id < 1) return known
    const [record] = await this.#engine.read([get(attributeListKey(id))])
    if (record === undefined) return undefined
    const names = listRecord.decode(record)
    this.#remember({ id, names, text: JSON.stringify(names) })
    return names
  }

  async #findId(text: string): Promise<number | undefined> {
    const [record] = await this.#engine.read([get(idKeyOf(text))])
    return record === undefined ? undefined : idRecord.decode(record)
  }

  /** Another server may be about to store the same list: the transactions find out. */
  #store(names: readonly string[], text: string): Promise<number> {
    return this.#engine.transact({
      reads: [get(idKeyOf(text)), get(lastAttributeListKey())],
      decide: ([found, last]) => {
        if (found !== undefined) return { mutations: [], result: idRecord.decode(found) }
        const id = (last === undefined ? emptyAttributeListId : idRecord.decode(last)) + 1
        if (id > this.#listsMax) {
          throw limitExceeded(
            `The items have more than ${this.#listsMax} combinations of attributes: DAX cannot name more.`,
          )
        }
        const mutations = [
          put(attributeListKey(id), listRecord.encode(names)),
          put(idKeyOf(text), idRecord.encode(id)),
          put(lastAttributeListKey(), idRecord.encode(id)),
        ]
        return { mutations, result: id }
      },
    })
  }

  #remember(known: Known): void {
    if (this.#byId.has(known.id)) return
    this.#byId.set(known.id, known)
    this.#byText.set(known.text, known)
    this.#characters += known.text.length
    for (const [id, oldest] of this.#byId) {
      if (this.#characters <= this.#charactersMax || id === known.id) return
      this.#byId.delete(id)
      this.#byText.delete(oldest.text)
      this.#characters -= oldest.text.length
    }
  }
}

function idKeyOf(text: string): Buffer {
  return attributeListIdKey(createHash('sha256').update(text).digest())
}

function get(key: Buffer): Get {
  return { kind: 'get', space: systemSpace, key }
}

function put(key: Buffer, value: Buffer): Mutation {
  return { kind: 'put', space: systemSpace, key, value }
}
