/**
 * The triggers of a whole server: their file is watched, and their logs and dead letters are
 * written.
 */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { clientOf, readAnswer, testCredentials, type Client } from '../../test/support/client.js'
import { exchange } from '../../test/support/http.js'
import { openServerStore } from '../../test/support/server-store.js'
import { signedHeaders } from '../../test/support/sign.js'
import { until } from '../../test/support/until.js'
import { createGramme, type Gramme } from './gramme.js'
import { readStatus } from '../functions/trigger-status.js'

class Place {
  readonly folder: string
  readonly file: string
  gramme: Gramme | undefined
  client!: Client

  constructor(folder: string) {
    this.folder = folder
    this.file = join(folder, 'triggers.json')
  }

  async start(options: object): Promise<void> {
    this.gramme = createGramme({ port: 0, triggers: this.file, logLevel: 'silent', ...options })
    await this.gramme.start()
    this.client = clientOf(this.gramme.address, testCredentials)
  }

  async stop(): Promise<void> {
    this.client.sdk.destroy()
    this.client.streams.destroy()
    await this.gramme?.stop()
  }

  configure(...Triggers: readonly object[]): Promise<void> {
    return writeFile(this.file, JSON.stringify({ Triggers }))
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(join(this.folder, name), text)
  }

  read(name: string): Promise<string> {
    return readFile(join(this.folder, name), 'utf8').catch(() => '')
  }

  /** The names that the handlers wrote down. */
  async noted(): Promise<readonly string[]> {
    return (await this.read('noted')).split('\n').filter((line) => line !== '')
  }

  until(holds: () => Promise<boolean>): Promise<void> {
    return until(holds, async () => JSON.stringify(await readStatus(this.file)))
  }

  untilStatus(name: string, pattern: RegExp): Promise<void> {
    return this.until(async () => pattern.test((await readStatus(this.file))?.triggers[name] ?? ''))
  }

  async table(TableName: string): Promise<void> {
    await this.client.ask('CreateTable', {
      TableName,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    })
    await this.client.untilActive(TableName)
  }

  /** Calls an operation of the service that is this server's own. */
  async tell(operation: string, input: object = {}, region = testCredentials.region) {
    const body = JSON.stringify(input)
    const { url } = this.client
    const request = { host: new URL(url).host, target: `Gramme_20261101.${operation}`, body }
    const signed = { ...request, at: new Date(), service: 'gramme' }
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      ...signedHeaders({ ...testCredentials, region }, signed),
    }
    return readAnswer(await exchange(url, { headers, body }))
  }

  async put(TableName: string, pk: string): Promise<void> {
    await this.client.ask('PutItem', { TableName, Item: { pk: { S: pk } } })
  }
}

const noting = `
import { appendFileSync } from 'node:fs'
export const handler = async ({ Records }) => {
  for (const { dynamodb } of Records) {
    console.log('sees', dynamodb.Keys.pk.S)
    appendFileSync('noted', dynamodb.Keys.pk.S + '\\n')
  }
}`
const failing = 'export const handler = async () => { throw new Error("never") }'
const slow = { Timeout: 60 }

describe('the triggers of a server', () => {
  let place: Place
  let store: Awaited<ReturnType<typeof openServerStore>>

  before(async () => void (store = await openServerStore()))
  after(() => store.remove())
  beforeEach(async () => void (place = new Place(await mkdtemp(join(tmpdir(), 'gramme-test-')))))

  async function running(use: () => Promise<void>, options: object = {}): Promise<void> {
    await place.start({ ...store.options, ...options })
    try {
      await use()
    } finally {
      await place.stop()
      await rm(place.folder, { recursive: true })
    }
  }

  it('are noticed in a file that is created later, and their handlers print into a log', () =>
    running(async () => {
      await place.table('noticed')
      await place.write('h.mjs', noting)
      await place.configure({ Name: 'a', Table: 'noticed', Module: 'h.mjs', ...slow })
      await place.put('noticed', 'x')
      await place.until(async () => (await place.noted()).includes('x'))
      await place.untilStatus('a', /^follows arn:/)
      await place.until(async () => /handler sees x/.test(await place.read('trigger-logs/a.log')))
    }))

  it('follow the table whatever region they name, if regions are shared', () =>
    running(
      async () => {
        await place.table('shared')
        await place.write('h.mjs', noting)
        const elsewhere = { Table: 'shared', Region: 'eu-west-1', Account: '123456789012' }
        await place.configure({ Name: 'a', ...elsewhere, Module: 'h.mjs', ...slow })
        await place.put('shared', 'x')
        await place.until(async () => (await place.noted()).includes('x'))
      },
      { sharedRegions: true },
    ))

  it('are told over the API, to those whose tables they follow', () =>
    running(async () => {
      assert.deepEqual((await place.tell('ListTriggers')).body, { Triggers: [], Faults: [] })
      await place.table('told')
      await place.write('h.mjs', noting)
      const Region = testCredentials.region
      await place.configure({ Name: 'a', Table: 'told', Region, Module: 'h.mjs', ...slow })
      await place.put('told', 'x')
      await place.until(async () => (await place.noted()).includes('x'))
      const trigger = async (region?: string) => {
        const { body } = await place.tell('ListTriggers', {}, region)
        return (body['Triggers'] as Record<string, unknown>[])[0]
      }
      await place.until(async () => (await trigger())?.['IteratorAgeMilliseconds'] === 0)
      await place.until(async () => /^follows/.test(String((await trigger())?.['State'])))
      const { StreamArn, State, Handler, ...rest } = (await trigger())!
      assert.match(String(StreamArn), /table\/told\/stream\//)
      assert.match(String(State), /^follows arn:/)
      assert.match(String(Handler), /h\.mjs$/)
      assert.deepEqual(rest, {
        Name: 'a',
        TableName: 'told',
        Enabled: true,
        IteratorAgeMilliseconds: 0,
        BatchSize: 100,
        HasDeadLetterFile: false,
      })
      await place.until(async () => {
        const { body } = await place.tell('GetTriggerLog', { Name: 'a' })
        return (body['Lines'] as string[]).some((line) => line.endsWith('handler sees x'))
      })
      assert.equal(await trigger('eu-central-1'), undefined)
      const elsewhere = await place.tell('GetTriggerLog', { Name: 'a' }, 'eu-central-1')
      assert.deepEqual(
        [elsewhere.type, elsewhere.message],
        ['ResourceNotFoundException', 'Trigger not found: a'],
      )
      assert.equal((await place.tell('GetTriggerLog', { Name: '../a' })).status, 400)
    }))

  it('stay as they were if the file has a fault', () =>
    running(async () => {
      await place.table('faulty')
      await place.write('h.mjs', noting)
      const trigger = { Name: 'a', Table: 'faulty', Module: 'h.mjs', ...slow }
      await place.configure(trigger)
      await place.untilStatus('a', /^follows/)
      await place.configure({ ...trigger, BatchSize: 0 })
      await place.until(async () => (await readStatus(place.file))!.faults.length === 1)
      await place.put('faulty', 'y')
      await place.until(async () => (await place.noted()).includes('y'))
    }))

  it('lose their position when they are removed, but not when they are disabled', () =>
    running(async () => {
      await place.table('removed')
      await place.write('h.mjs', noting)
      const trigger = { Name: 'gone', Table: 'removed', Module: 'h.mjs', ...slow }
      await place.configure(trigger)
      await place.put('removed', '1')
      await place.until(async () => (await place.noted()).length === 1)
      await place.configure({ ...trigger, Enabled: false })
      await place.untilStatus('gone', /^disabled$/)
      await place.put('removed', '2')
      await place.configure(trigger)
      await place.until(async () => (await place.noted()).length === 2)
      assert.deepEqual(await place.noted(), ['1', '2'])
      await place.configure()
      await place.until(async () => (await readStatus(place.file))!.triggers['gone'] === undefined)
      await place.configure(trigger)
      await place.until(async () => (await place.noted()).length === 4)
      assert.deepEqual([...(await place.noted())].sort(), ['1', '1', '2', '2'])
    }))

  it('write what they give up into their file of dead letters, and continue', () =>
    running(async () => {
      await place.table('doomed')
      await place.write('h.mjs', failing)
      await place.configure({
        Name: 'doomed',
        Table: 'doomed',
        Module: 'h.mjs',
        MaximumRetryAttempts: 1,
        DestinationConfig: { OnFailure: { Destination: 'dead/letters.jsonl' } },
        ...slow,
      })
      await place.put('doomed', 'x')
      await place.until(async () => (await place.read('dead/letters.jsonl')).endsWith('\n'))
      await place.put('doomed', 'y')
      await place.until(async () => (await place.read('dead/letters.jsonl')).split('\n').length > 2)
      const [letter] = (await place.read('dead/letters.jsonl')).split('\n')
      const { requestContext, responseContext, DDBStreamBatchInfo, payload, ...rest } = JSON.parse(
        letter!,
      ) as Record<string, Record<string, unknown>>
      assert.equal(requestContext!['condition'], 'RetryAttemptsExhausted')
      assert.equal(requestContext!['approximateInvokeCount'], 2)
      assert.equal(responseContext!['functionError'], 'Error: never')
      assert.equal(DDBStreamBatchInfo!['batchSize'], 1)
      assert.match(String(DDBStreamBatchInfo!['streamArn']), /table\/doomed\/stream\//)
      const event = JSON.parse(payload as unknown as string) as { Records: object[] }
      assert.equal(event.Records.length, 1)
      assert.deepEqual(Object.keys(rest).sort(), ['timestamp', 'version'])
      await place.untilStatus('doomed', /fails: Error: never/)
      assert.match(await place.read('trigger-logs/doomed.log'), /gives up 1 records/)
      const told = await place.tell('ListDeadLetters', { Name: 'doomed', Limit: 1 })
      assert.equal(told.body['HasEarlierLetters'], true)
      const [last] = told.body['DeadLetters'] as Record<string, unknown>[]
      assert.equal(last!['Condition'], 'RetryAttemptsExhausted')
      assert.equal(last!['FunctionError'], 'Error: never')
      assert.match(String(last!['Payload']), /"S":"y"/)
    }))
})
