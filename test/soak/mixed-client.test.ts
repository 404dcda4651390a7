/** Whether the client of a soak would notice. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chanceOf } from '../support/chance.js'
import type { Client, Json } from '../support/client.js'
import { MixedClient } from './mixed-client.js'

/** Answers every request with the same. */
function clientThat(status: number, body: Json): Client {
  const call = () => Promise.resolve({ status, type: undefined, message: '', body, headers: {} })
  return { call, ask: () => Promise.resolve(body) } as unknown as Client
}

const manyActs = 300

async function actOften(client: Client): Promise<MixedClient> {
  const one = new MixedClient('one', 't', { client, chance: chanceOf(1) })
  for (let n = 0; n < manyActs; n++) await one.act()
  return one
}

const empty = { Items: [], Responses: { t: [] } }

describe('a client of a soak', () => {
  it('notices that an acknowledged write is not there', async () => {
    await assert.rejects(actOften(clientThat(200, empty)), /has "", and may have \["\d+"/)
  })

  it('does not expect what was refused', async () => {
    const one = await actOften(clientThat(503, {}))
    assert.equal(one.acknowledged, 0)
    await one.check()
  })

  it('does not accept an answer that no SDK retries', async () => {
    await assert.rejects(actOften(clientThat(400, {})), /answered 400/)
  })
})
