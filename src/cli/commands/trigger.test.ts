/** `gramme trigger`, as a person calls it. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../main.js', import.meta.url))
let folder = ''

interface Outcome {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function trigger(...args: readonly string[]): Promise<Outcome> {
  const env = { PATH: process.env['PATH'], GRAMME_TRIGGERS: join(folder, 'triggers.json') }
  const child = spawn(process.execPath, [main, 'trigger', ...args], { env, cwd: folder })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()))
  return new Promise((resolve) =>
    child.on('close', (status) => resolve({ status, stdout, stderr })),
  )
}

async function settings(): Promise<readonly object[]> {
  const text = await readFile(join(folder, 'triggers.json'), 'utf8')
  return (JSON.parse(text) as { Triggers: object[] }).Triggers
}

const least = ['--table', 'Orders', '--module', 'orders.mjs']

describe('gramme trigger', () => {
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'gramme-test-'))))
  after(() => rm(folder, { recursive: true }))

  it('adds, lists and removes triggers, and shows their logs', async () => {
    assert.match((await trigger('list')).stdout, /names no triggers/)
    const flags = ['--maximum-retry-attempts', '-1', '--batch-size', '10', '--filter', '{"a":[1]}']
    const more = ['--env', 'A=b=c', '--report-batch-item-failures', '--dead-letter-file', 'dead']
    const added = await trigger('add', 'orders', ...least, ...flags, ...more)
    assert.deepEqual([added.status, added.stderr], [0, ''])
    assert.deepEqual(await settings(), [
      {
        Name: 'orders',
        Table: 'Orders',
        Module: join(folder, 'orders.mjs'),
        BatchSize: 10,
        FilterCriteria: { Filters: [{ Pattern: '{"a":[1]}' }] },
        MaximumRetryAttempts: -1,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        DestinationConfig: { OnFailure: { Destination: join(folder, 'dead') } },
        Environment: { Variables: { A: 'b=c' } },
      },
    ])
    await trigger('add', 'other', '--table', 'Orders', '--url', 'http://localhost:9/x')
    const listed = (await trigger('list')).stdout
    assert.match(listed, /^NAME +SOURCE +HANDLER +STATE\norders +Orders +.*orders\.mjs +no server/)
    assert.match(listed, /other +Orders +http:\/\/localhost:9\/x/)
    await mkdir(join(folder, 'trigger-logs'))
    await writeFile(join(folder, 'trigger-logs/orders.log.1'), 'older\n')
    await writeFile(join(folder, 'trigger-logs/orders.log'), 'newer\n')
    assert.equal((await trigger('logs', 'orders')).stdout, 'older\nnewer\n')
    assert.equal((await trigger('remove', 'orders')).status, 0)
    assert.equal((await settings()).length, 1)
    await assert.rejects(readFile(join(folder, 'trigger-logs/orders.log')))
    assert.equal((await trigger('remove', 'other')).status, 0)
  })

  const refusals: [string, readonly string[], RegExp][] = [
    ['no action', [], /needs one of add, list, remove or logs/],
    ['no name', ['add', ...least], /add takes one name/],
    ['a name for list', ['list', 'x'], /list takes no name/],
    [
      'an unknown flag',
      ['add', 'x', ...least, '--nope', '1'],
      /gramme trigger has no option --nope; see gramme help trigger/,
    ],
    ['a flag of another action', ['list', '--table', 'x'], /list takes no --table/],
    ['a bad value', ['add', 'x', ...least, '--batch-size', 'ten'], /BatchSize must be a whole/],
    ['a bad pattern', ['add', 'x', ...least, '--filter', '{}'], /has an empty object/],
    ['a variable without value', ['add', 'x', ...least, '--env', 'A'], /--env needs NAME=value/],
    ['no handler', ['add', 'x', '--table', 'Orders'], /give either Module or Url/],
    ['an unknown trigger', ['remove', 'x'], /names no trigger x/],
    ['the log of an unknown trigger', ['logs', '../x'], /names no trigger/],
  ]
  for (const [what, args, message] of refusals) {
    it(`refuses ${what} with one line and the status 2`, async () => {
      const { status, stderr, stdout } = await trigger(...args)
      assert.equal(status, 2, stderr)
      assert.match(stderr, message)
      assert.equal(stderr.trimEnd().split('\n').length, 1)
      assert.equal(stdout, '')
    })
  }

  it('refuses to add a trigger twice, and to touch a file that has faults', async () => {
    await trigger('add', 'twice', ...least)
    assert.match((await trigger('add', 'twice', ...least)).stderr, /already/)
    await writeFile(join(folder, 'triggers.json'), '{"Triggers":[{}]}')
    const refused = await trigger('add', 'x', ...least)
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /has faults:\nTrigger number 1: Name is missing/)
  })
})
