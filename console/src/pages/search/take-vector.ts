/** The vector of an item, with the value that makes the item's scope: what "more like this" searches for. */
import type { Client } from '../../api/client.js'
import { Placeholders } from '../../code/placeholders.js'
import type { Item } from '../../values/attribute-value.js'
import { vectorText } from './read-vector.js'
import type { SearchAttribute, SearchDraft } from './search-draft.js'

export interface VectorQuestion {
  readonly table: string
  readonly key: Item
  readonly attribute: string
  readonly hash: SearchAttribute | undefined
}

export type TakenVector = Pick<SearchDraft, 'vector' | 'conditions'>

export async function takeVector(client: Client, question: VectorQuestion): Promise<TakenVector> {
  const { table, key, attribute, hash } = question
  const names = new Placeholders()
  const wanted = [attribute, ...(hash === undefined ? [] : [hash.name])]
  const { Item } = await client.call('dynamodb', 'GetItem', {
    TableName: table,
    Key: key,
    ConsistentRead: true,
    ProjectionExpression: wanted.map((name) => names.name(name)).join(', '),
    ...names.members(),
  })
  if (Item === undefined) throw new Error('There is no such item.')
  const vector = vectorText(Item[attribute])
  if (vector === undefined) throw new Error(`The item has no list of numbers in ${attribute}.`)
  return { vector, conditions: hash === undefined ? {} : scopeOf(Item, hash) }
}

function scopeOf(item: Item, { name, type }: SearchAttribute): SearchDraft['conditions'] {
  const value: Readonly<Record<string, unknown>> = item[name] ?? {}
  const text = value[type]
  return typeof text === 'string' ? { [name]: text } : {}
}
