/** `gramme advise` and `gramme cost`, as a person calls them. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createGramme } from '../../server/gramme.js'
import { UsageError } from '../usage-error.js'
import { adviseCommand } from './advise.js'
import { costCommand } from './cost.js'

const main = fileURLToPath(new URL('../main.js', import.meta.url))
let folder = ''

interface Outcome {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function gramme(...args: readonly string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env['PATH'] },
    cwd: folder,
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()))
  return new Promise((resolve) =>
    child.on('close', (status) => resolve({ status, stdout, stderr })),
  )
}

async function fillStore(): Promise<void> {
  await using server = createGramme({ dataDir: join(folder, 'data'), logLevel: 'silent' })
  await server.start({ listen: false })
  const credential = 'Credential=test/20260101/us-east-1/dynamodb/aws4_request'
  const call = async (operation: string, input: object) => {
    const headers = {
      authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=0`,
      'x-amz-date': '20260101T000000Z',
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    }
    const body = JSON.stringify(input)
    const answer = await server.fetch('http://here/', { method: 'POST', headers, body })
    assert.equal(answer.status, 200, await answer.text())
  }
  await call('CreateTable', {
    TableName: 'Orders',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  const Item = { id: { S: 'a' }, expiresAt: { N: '1700000000' } }
  await call('PutItem', { TableName: 'Orders', Item })
}

describe('gramme advise and gramme cost', () => {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gramme-test-'))
    await fillStore()
  })
  after(() => rm(folder, { recursive: true }))

  it('read a store that a server has left, and say that it is little', async () => {
    const { status, stdout, stderr } = await gramme(
      ...['advise', '--data-dir', 'data', '--html', 'report.html', '--json'],
    )
    assert.deepEqual([status, stderr], [0, ''])
    const [report] = JSON.parse(stdout) as [
      {
        notes: string[]
        tables: { resources: { writeUnits: number }[]; advice: { rule: string }[] }[]
      },
    ]
    assert.match(report.notes[0]!, /^Only 5 minutes of traffic were recorded/)
    const [orders] = report.tables
    assert.equal(orders?.resources[0]?.writeUnits, 1)
    assert.deepEqual(
      orders?.advice.map(({ rule }) => rule),
      ['missing-ttl'],
    )
    assert.match(await readFile(join(folder, 'report.html'), 'utf8'), /<svg .*role="img"/)
  })

  it('estimate a bill from a file', async () => {
    const file = join(folder, 'workload.json')
    const table = { name: 'T', writesPerMonth: 8_000_000, storedGb: 27 }
    await writeFile(file, JSON.stringify({ tables: [table] }))
    const { status, stdout } = await gramme('cost', file)
    assert.equal(status, 0)
    assert.match(stdout, /on-demand writes +8 million units +- +\$0\.625 per 1 million +\$5\.00\n/)
    assert.match(stdout, /total +\$5\.50\n/)
  })

  for (const [command, args, sentence] of [
    [costCommand, [], 'Describe a workload in a file or by options; see gramme help cost.'],
    [costCommand, ['--recorded', '--items', '1'], '--recorded cannot be used with a description.'],
    [
      costCommand,
      ['--items', 'many'],
      "--items must be a number that is not negative, not 'many'.",
    ],
    [costCommand, ['/no/such/file'], '/no/such/file cannot be read: ENOENT.'],
    [adviseCommand, ['--days', '16'], "--days must be a whole number from 1 to 15, not '16'."],
    [
      adviseCommand,
      ['--endpoint', '127.0.0.1:8000'],
      '--endpoint must be an address like http://127.0.0.1:8000.',
    ],
  ] as const) {
    it(`refuse: ${sentence}`, () => assert.rejects(command.run(args, {}), new UsageError(sentence)))
  }
})
