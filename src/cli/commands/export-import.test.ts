/** `gramme export` and `gramme import` as a person sees them. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, describe, it } from 'node:test'
import { itemsOf, readExport } from '../../../test/support/read-export.js'
import { createGramme } from '../../server/gramme.js'

const main = fileURLToPath(new URL('../main.js', import.meta.url))
const root = await mkdtemp(join(tmpdir(), 'gramme-transfers-'))
after(() => rm(root, { recursive: true, force: true }))

interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

function gramme(...args: readonly string[]): Promise<Outcome> {
  const env = { PATH: process.env['PATH'] }
  const child = spawn(process.execPath, [main, ...args], { env, cwd: root })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })))
}

const keys = ['--key', 'id:S', '--sort-key', 'n:N']

async function madeTable(dataDir: string, file: string): Promise<void> {
  const lines = [1, 2, 3].map((n) => `{"Item":{"id":{"S":"a"},"n":{"N":"${n}"}}}\n`)
  await writeFile(join(root, file), lines.join(''))
  const wish = ['--table', 'people', '--from', file, '--format', 'dynamodb-json']
  const made = await gramme('import', ...wish, ...keys, '--data-dir', dataDir)
  assert.deepEqual(made, { code: 0, stdout: 'imported people: 3 items\nok\n', stderr: '' })
}

/** The path of the manifest that an export names. */
function manifestOf({ code, stdout, stderr }: Outcome): string {
  assert.deepEqual([code, stderr], [0, ''])
  const [, path] = /^exported people: 3 items\nok: manifest in (.*)\n$/.exec(stdout) ?? []
  assert.ok(path !== undefined, stdout)
  return path
}

describe('gramme export and gramme import', () => {
  for (const format of ['dynamodb-json', 'ion']) {
    it(`read what the other has written: ${format}`, async () => {
      const [dataDir, to] = [join(root, format), join(root, `${format}-out`)]
      await madeTable(dataDir, `${format}.json`)
      const store = ['--data-dir', dataDir]
      const wish = ['--table', 'people', '--to', to, '--format', format]
      const manifest = manifestOf(await gramme('export', ...wish, ...store))
      assert.equal(manifest.startsWith(join(to, 'AWSDynamoDB')), true)
      const data = join(dirname(manifest), 'data')
      const again = ['--table', 'again', '--from', data, '--format', format]
      const made = await gramme('import', ...again, ...keys, ...store)
      assert.deepEqual(made, { code: 0, stdout: 'imported again: 3 items\nok\n', stderr: '' })
      const checked = await gramme('verify', ...store)
      assert.equal(checked.stdout, 'ok: 2 tables, 6 items\n')
      const jobs = await gramme('jobs', ...store)
      assert.equal(jobs.stdout, 'There are no jobs.\n')
    })
  }

  it('counts and tells what it refuses, and takes one file alone', async () => {
    const text = 'a;1;Ann\nb;x;Bob\n;3;Nobody\nc;4;Cy\n'
    await writeFile(join(root, 'people.csv'), text)
    await copyFile(join(root, 'people.csv'), join(root, 'people.csv.bak'))
    const csv = ['--format', 'csv', '--delimiter', ';', '--header', 'id,n,name']
    const wish = ['--table', 'people', '--from', 'people.csv', ...csv, ...keys]
    const made = await gramme('import', ...wish, '--data-dir', 'csv-data')
    assert.equal(made.code, 1)
    assert.equal(made.stdout, 'imported people: 2 items\n')
    const [head, first, second, ...rest] = made.stderr.split('\n')
    assert.equal(head, 'gramme: 2 records were not imported:')
    assert.match(first!, /people\.csv, record 2: The parameter cannot be converted to a numeric/)
    assert.match(second!, /people\.csv, record 3: One or more parameter values were invalid/)
    assert.deepEqual(rest, [''])
  })

  it('leaves a store alone that a server uses, and exports from a copy', async () => {
    const dataDir = join(root, 'used')
    await madeTable(dataDir, 'used.json')
    const server = createGramme({ dataDir, port: 0, logLevel: 'silent' })
    await server.start()
    try {
      const store = ['--data-dir', dataDir]
      const wish = ['--table', 'again', '--from', 'used.json', '--format', 'dynamodb-json']
      const refused = await gramme('import', ...wish, ...keys, ...store)
      const sentence = `A server uses the data folder ${dataDir}: stop it, or call ImportTable of the running server.`
      assert.deepEqual(refused, { code: 1, stdout: '', stderr: `gramme: ${sentence}\n` })
      const to = join(root, 'used-out')
      const made = await gramme('export', '--table', 'people', '--to', to, ...store)
      const manifest = manifestOf(made)
      const read = await readExport((key) => readFile(join(to, key)), manifest.slice(to.length + 1))
      assert.equal(itemsOf(read).length, 3)
      const left = (await readdir(root)).filter((name) => name.startsWith('.gramme'))
      assert.deepEqual(left, [])
    } finally {
      await server.stop()
    }
  })

  it('says in one sentence why it cannot', async () => {
    const store = ['--data-dir', join(root, 'faults')]
    await madeTable(store[1]!, 'faults.json')
    await mkdir(join(root, 'empty'))
    const asked = ['import', ...keys, '--format', 'csv', ...store]
    for (const [args, sentence] of [
      [['export', '--table', 'none', '--to', 'x', ...store], 'There is no table none.'],
      [
        ['export', '--table', 'people', '--region', 'eu-west-1', '--to', 'x', ...store],
        'There is no table people.',
      ],
      [[...asked, '--table', 'new', '--from', 'none'], 'There is no file or folder none.'],
      [
        [...asked, '--table', 'new', '--from', 'empty'],
        `There are no files in ${join(root, 'empty')}.`,
      ],
      [
        [...asked, '--table', 'people', '--from', 'faults.json'],
        'There is a table people already.',
      ],
    ] as const) {
      const outcome = await gramme(...args)
      assert.deepEqual(outcome, { code: 1, stdout: '', stderr: `gramme: ${sentence}\n` })
    }
  })
})
