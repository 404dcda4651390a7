/**
 * A table rebuilt from its stream. Every record has to fit what came before: the old image is what
 * the replica holds, an inserted item was absent, and no record comes twice. So a change that is
 * missing, doubled or out of order is found at the next record of its item, or at the end.
 *
 * Only for items without binaries, which the SDK returns in another form.
 */
import assert from 'node:assert/strict'
import type { AttributeValue, _Record } from '@aws-sdk/client-dynamodb-streams'
import type { Client, Json } from './client.js'

type Attributes = Record<string, AttributeValue>

export class Replica {
  readonly #items = new Map<string, unknown>()
  readonly #seen = new Set<string>()

  apply({ eventID, eventName, dynamodb }: _Record): void {
    assert.ok(!this.#seen.has(eventID!), 'a record comes once')
    this.#seen.add(eventID!)
    const { Keys, OldImage, NewImage } = dynamodb!
    const key = nameOf(Keys!)
    const held = this.#items.get(key)
    assert.deepEqual(OldImage, held, `what ${key} was before`)
    const kind = held === undefined ? 'INSERT' : NewImage === undefined ? 'REMOVE' : 'MODIFY'
    assert.equal(eventName, kind)
    if (NewImage === undefined) this.#items.delete(key)
    else this.#items.set(key, NewImage)
  }

  get size(): number {
    return this.#items.size
  }

  /** Asserts that the table holds exactly the items of the replica. */
  async compareWith(client: Client, TableName: string): Promise<void> {
    const found = new Map<string, unknown>()
    for (let start: Json | undefined, more = true; more;) {
      const page = await client.ask('Scan', {
        TableName,
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      })
      for (const item of page['Items'] as Attributes[]) {
        const { pk, sk } = item
        found.set(nameOf({ pk: pk!, ...(sk && { sk }) }), item)
      }
      start = page['LastEvaluatedKey'] as Json | undefined
      more = start !== undefined
    }
    assert.deepEqual([...this.#items].sort(byKey), [...found].sort(byKey))
  }
}

/** A name from the values of the key attributes, whose order in the record is unspecified. */
function nameOf(key: Attributes): string {
  return Object.keys(key)
    .sort()
    .map((name) => JSON.stringify(key[name]))
    .join()
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}
