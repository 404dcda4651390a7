/** What holds for all workers together: metrics, limits, the audit, and their end. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { exchange } from '../support/http.js'
import { signedHeaders } from '../support/sign.js'
import { testCredentials } from '../support/client.js'
import { partitionOnly } from '../support/tables.js'
import { until } from '../support/until.js'
import { startTeam, type Team } from './team.js'

const connectionsMax = 12
const puts = 30

describe('two workers together', () => {
  let team: Team
  let table: string
  const auditFile = join(tmpdir(), `gramme-audit-${randomUUID()}.jsonl`)

  before(async () => {
    const limit = ['--connections-max', String(connectionsMax)]
    team = await startTeam([...limit, '--audit-file', auditFile, '--audit-data'])
    table = await team.client.createTable(partitionOnly())
    for (let i = 0; i < puts; i++) await putOnce(i)
  })
  after(async () => {
    await team.stop()
    await rm(auditFile, { force: true })
  })

  /** Each over a connection of its own, so that both workers get some. */
  async function putOnce(i: number): Promise<void> {
    const body = JSON.stringify({ TableName: table, Item: { pk: { S: `item-${i}` } } })
    const { url } = team.server
    const target = 'DynamoDB_20120810.PutItem'
    const signed = { at: new Date(), host: new URL(url).host, target, body }
    const headers = {
      ...signedHeaders(testCredentials, signed),
      'content-type': 'application/x-amz-json-1.0',
    }
    const agent = new Agent({ keepAlive: false })
    const { status } = await exchange(url, { headers, body, agent })
    assert.equal(status, 200)
  }

  const metrics = async (): Promise<string> => (await fetch(`${team.server.url}/metrics`)).text()

  it('show one sum of what they did, and the memory of each process', async () => {
    const text = await metrics()
    const line = new RegExp(
      `^gramme_requests_total\\{table="${table}",operation="PutItem",code="OK"\\} ${puts}$`,
      'm',
    )
    assert.match(text, line)
    for (const worker of ['1', '2', 'supervisor']) {
      assert.match(
        text,
        new RegExp(`^process_resident_memory_bytes\\{worker="${worker}"\\} \\d`, 'm'),
      )
    }
  })

  it('write one audit file', async () => {
    const recorded = async (): Promise<number> => {
      const lines = (await readFile(auditFile, 'utf8')).trim().split('\n')
      const events = lines.map((each) => JSON.parse(each) as { readonly eventName: string })
      return events.filter(({ eventName }) => eventName === 'PutItem').length
    }
    await until(
      async () => (await recorded()) === puts,
      () => 'lines are missing in the audit',
    )
  })

  it('take as many connections as one server may', async () => {
    const open: Socket[] = []
    const { hostname, port } = new URL(team.server.url)
    const answerTo = (socket: Socket): Promise<string> =>
      new Promise((resolve) => {
        socket.once('data', (bytes: Buffer) => resolve(bytes.toString('latin1').slice(0, 12)))
        socket.once('error', () => resolve('error'))
      })
    const isRefused = async (): Promise<boolean> => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      open.push(socket)
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
      return (await answerTo(socket)) === 'HTTP/1.1 503'
    }
    try {
      let taken = 0
      while (!(await isRefused())) taken++
      // Connections of clients before may still be open.
      assert.ok(taken > connectionsMax / 2 && taken <= connectionsMax, `${taken} were taken`)
    } finally {
      for (const socket of open) socket.destroy()
    }
    const answers = async (): Promise<boolean> => {
      const refused = await isRefused()
      open.at(-1)?.destroy()
      return !refused
    }
    await until(answers, () => 'connections that were closed still count')
  })

  it('run behind a port that says so if it is taken', async () => {
    const { port } = new URL(team.server.url)
    await assert.rejects(startTeam(['--port', port]), /Port \d+ on 127\.0\.0\.1 is already in use/)
  })
})
