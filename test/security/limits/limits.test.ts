/** What a server refuses to a client that wants too much. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { createGramme, type Gramme, type GrammeOptions } from '../../../src/server/gramme.js'
import { until } from '../../support/until.js'

describe('limits of a server', () => {
  const crowds = [
    { name: 'an address', options: { connectionsPerAddressMax: 3 } },
    { name: 'the server', options: { connectionsMax: 3 } },
  ]
  for (const { name, options } of crowds) {
    it(`one connection more than ${name} may have gets a 503`, async () => {
      await using gramme = await serverWith(options)
      await crowd(gramme.address.port, 3)
    })
  }

  it('one request more than a key may send is throttled, which the SDK retries', async () => {
    // One server for each test, so that connections that are still closing are no part of it.
    await using gramme = await serverWith({ requestsPerSecondPerKey: 1 })
    const client = new DynamoDBClient({
      ...{ endpoint: gramme.address.url, region: 'eu-west-1', maxAttempts: 1 },
      credentials: { accessKeyId: 'AKIABUSY', secretAccessKey: 'x' },
    })
    const calls = Array.from({ length: 3 }, () => client.send(new ListTablesCommand({})))
    const ended = await Promise.allSettled(calls)
    const throttled = ended.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    assert.ok(throttled.length >= 1)
    for (const { reason } of throttled) {
      assert.equal((reason as Error).name, 'ThrottlingException')
    }
    client.destroy()
    const patient = new DynamoDBClient({
      ...{ endpoint: gramme.address.url, region: 'eu-west-1', maxAttempts: 20 },
      credentials: { accessKeyId: 'AKIAPATIENT', secretAccessKey: 'x' },
    })
    await Promise.all([1, 2].map(() => patient.send(new ListTablesCommand({}))))
    patient.destroy()
  })

  it('one request more than an address may send is throttled, whatever its key', async () => {
    await using gramme = await serverWith({ requestsPerSecondPerAddress: 1 })
    const clients = ['AKIAONE', 'AKIATWO', 'AKIATHREE', 'AKIAFOUR'].map(
      (accessKeyId) =>
        new DynamoDBClient({
          ...{ endpoint: gramme.address.url, region: 'eu-west-1', maxAttempts: 1 },
          credentials: { accessKeyId, secretAccessKey: 'x' },
        }),
    )
    const calls = clients.map((client) => client.send(new ListTablesCommand({})))
    const ended = await Promise.allSettled(calls)
    const throttled = ended.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    assert.ok(throttled.length >= 1 && throttled.length < clients.length)
    for (const { reason } of throttled) {
      assert.equal((reason as Error).name, 'ThrottlingException')
    }
    for (const client of clients) client.destroy()
  })
})

async function crowd(port: number, max: number): Promise<void> {
  const sockets: Socket[] = []
  for (let i = 0; i < max; i++) {
    sockets.push(await open(port))
    assert.match(await ask(sockets[i]!), /^HTTP\/1\.1 200/)
  }
  const refused = await open(port)
  assert.match(await ask(refused), /^HTTP\/1\.1 503 Service Unavailable\r\n/)
  await until(
    () => refused.destroyed,
    () => 'a refused connection stays open',
  )
  sockets[0]!.destroy()
  const accepted = async () => {
    const next = await open(port)
    const text = await ask(next)
    next.destroy()
    return text.startsWith('HTTP/1.1 200')
  }
  await until(accepted, () => 'a closed connection still counts')
  for (const socket of sockets) socket.destroy()
}

async function serverWith(options: GrammeOptions): Promise<Gramme> {
  const gramme = createGramme({ port: 0, inMemory: true, logLevel: 'silent', ...options })
  await gramme.start()
  return gramme
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

async function ask(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await until(
    () => text.includes('\r\n\r\n'),
    () => 'no answer',
  )
  return text
}
