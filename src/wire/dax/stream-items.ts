/**
 * Items on the wire of DAX: the id of a list of names, then a value for each of them. The key is not among
 * them; it is beside the item, or the client knows it.
 */
import type { AttributeLists } from '../../accelerator/attribute-lists.js'
import type { AnsweredItem } from '../../api/answered-item.js'
import type { AttributeValue } from '../../model/attribute-value.js'
import { attributeOf, type Item } from '../../model/item.js'
import { ItemJson } from '../../model/item-json.js'
import type { KeySchema } from '../../model/key-schema.js'
import { CborWriter } from '../cbor/encode-cbor.js'
import { readValue, writeValue } from './attribute-values.js'
import { malformed, nestedValues } from './malformed.js'

/** The item that is put: its key, and the values of the list. */
export async function readStreamItem(
  lists: AttributeLists,
  key: Item,
  bytes: Buffer,
): Promise<Item> {
  const [id, ...values] = nestedValues(bytes, 'an item')
  const names = await requireNames(lists, id)
  if (names.length !== values.length) throw malformed('an item does not fit its attribute list')
  const members: [string, AttributeValue][] = []
  for (const [i, name] of names.entries()) members.push([name, readValue(values[i])])
  // fromEntries defines members, so a name such as `__proto__` stays an ordinary attribute.
  return { ...Object.fromEntries(members), ...key }
}

async function requireNames(lists: AttributeLists, id: unknown): Promise<readonly string[]> {
  if (typeof id !== 'number') throw malformed('the id of an attribute list must be a number')
  const names = lists.namesAtHand(id) ?? (await lists.find(id))
  if (names === undefined) throw malformed(`there is no attribute list ${id}`)
  return names
}

/** An item of an answer. */
export function plainItem(answered: AnsweredItem): Item {
  return answered instanceof ItemJson
    ? (JSON.parse(answered.bytes.toString('utf8')) as Item)
    : answered
}

/** Waits only if the list of its names is new. */
export function streamItemOf(
  lists: AttributeLists,
  schema: KeySchema,
  item: Item,
): Buffer | Promise<Buffer> {
  const names = namesOutside(schema, item)
  const id = lists.idAtHand(names)
  if (id !== undefined) return streamItem(id, names, item)
  return lists.define(names).then((defined) => streamItem(defined, names, item))
}

/** In the order in which clients list them, so that both define the same lists. */
function namesOutside({ partition, sort }: KeySchema, item: Item): readonly string[] {
  return Object.keys(item)
    .filter((name) => name !== partition.name && name !== sort?.name)
    .sort()
}

function streamItem(id: number, names: readonly string[], item: Item): Buffer {
  const writer = new CborWriter()
  writer.value(id)
  for (const name of names) writeValue(writer, attributeOf(item, name)!)
  return writer.written()
}

/** Attributes that an update has touched: a list, and which of its names have which value. */
export async function touchedAttributesOf(lists: AttributeLists, item: Item): Promise<Buffer> {
  const names = Object.keys(item).sort()
  const id = lists.idAtHand(names) ?? (await lists.define(names))
  const writer = new CborWriter()
  writer.value(id)
  // Java's client reads such a map without a length only.
  writer.openMap()
  for (const [i, name] of names.entries()) {
    writer.value(i)
    writeValue(writer, attributeOf(item, name)!)
  }
  writer.closeMap()
  return writer.written()
}
