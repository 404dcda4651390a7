/** What the runner learns about a test file in a worker, however the file ends. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { FileReport } from './file-report.js'
import { WorkerProcess } from './worker-process.js'

const folder = await mkdtemp(join(tmpdir(), 'gramme-test-'))
after(() => rm(folder, { recursive: true }))

interface Outcome {
  readonly file: FileReport
  /** What went wrong with the process, during the file or after it. */
  readonly trouble: string | undefined
}

async function run(text: string): Promise<Outcome> {
  const path = join(folder, `${Math.random()}.test.mjs`)
  await writeFile(path, `import { after, describe, it } from 'node:test'\n${text}`)
  const worker = new WorkerProcess({})
  const file = new FileReport({ path, engine: undefined })
  const broken = await worker.run(path, (message) => file.hear(message))
  if (!file.passed) worker.noteFailure()
  return { file, trouble: broken ?? (await worker.end()) }
}

describe('a worker', () => {
  it('reports what passed, was skipped and failed', async () => {
    const { file, trouble } = await run(`
      it('passes', () => {})
      describe('suite', () => {
        it('is skipped', { skip: 'for now' }, () => {})
        it('fails', () => { console.log('evidence'); throw new Error('as it should') })
      })`)
    const { tests, suites, pass, fail, skipped } = file.counts
    assert.deepEqual([tests, suites, pass, fail, skipped], [3, 1, 1, 1, 1])
    assert.match(file.failures.join(), /^✖ suite › fails .*\n.*as it should/)
    assert.match(file.skipped.join(), /suite › is skipped .* for now/)
    assert.equal(file.output, 'evidence\n')
    assert.equal(trouble, undefined)
  })

  it('runs the hooks of a file when the file is done', async () => {
    const { file, trouble } = await run(`
      await new Promise(setImmediate)
      after(() => console.log('after'))
      it('first', () => console.log('test'))`)
    assert.equal(file.output, 'test\nafter\n')
    assert.ok(file.passed && trouble === undefined)
  })

  const checkBroken = (name: string, text: string, expected: RegExp): void => {
    it(`notices a file that ${name}`, async () => {
      const { file, trouble } = await run(text)
      assert.match([...file.failures, trouble].join('\n'), expected)
    })
  }

  checkBroken(
    'cannot be loaded',
    `throw new Error('not loaded')`,
    /the file itself.*\n.*not loaded/,
  )
  checkBroken('ends the process', `it('x', () => process.exit(0))`, /ended before its tests did/)
  checkBroken('is killed', `it('x', () => process.kill(process.pid, 'SIGKILL'))`, /with SIGKILL/)
  checkBroken('has a failing hook', `after(() => { throw new Error('hook') })`, /hook/)
  checkBroken(
    'fails after its tests',
    `it('x', () => { setTimeout(() => { throw new Error('too late') }, 50) })`,
    /too late/,
  )
})
