/** Handlers in real processes: all styles of modules, and handlers that misbehave. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { until } from '../../test/support/until.js'
import { functionOutputBytesMax } from './limits.js'
import { functionPayloadBytesMax } from '../triggers/limits.js'
import type { ModuleHandler } from '../triggers/trigger.js'
import { FunctionPool } from './function-pool.js'

let folder = ''
let number = 0
const pools: FunctionPool[] = []

interface Subject {
  readonly path: string
  readonly output: string[]
  readonly call: (event?: object) => ReturnType<FunctionPool['invoke']>
}

async function subject(
  file: string,
  source: string,
  settings: Partial<ModuleHandler> = {},
): Promise<Subject> {
  const path = join(folder, `${++number}-${file}`)
  await writeFile(path, source)
  const handler: ModuleHandler = {
    kind: 'module',
    path,
    exportName: 'handler',
    timeoutMs: 120_000,
    memoryMb: 128,
    processesMax: 2,
    environment: {},
    ...settings,
  }
  const { exportName, memoryMb } = handler
  const identity = { name: 'subject', arn: 'arn:subject', region: 'r', path, exportName, memoryMb }
  const output: string[] = []
  const pool = new FunctionPool(handler, identity, (text) => output.push(text))
  pools.push(pool)
  const signal = new AbortController().signal
  const call = (event: object = {}) => pool.invoke(`id-${++number}`, JSON.stringify(event), signal)
  return { path, output, call }
}

/** On a slow machine it may take a handler too long to start; the next call finds it started. */
async function answerOf(call: Subject['call']): Promise<unknown> {
  for (;;) {
    const invocation = await call()
    if (invocation.kind === 'answered') return invocation.answer
    assert.match(invocation.reason, /^Task timed out/)
  }
}

/** A process that nobody has reaped yet has ended too. */
async function isRunning(pid: string): Promise<boolean> {
  try {
    process.kill(Number(pid), 0)
  } catch {
    return false
  }
  return !/^State:\s+Z/m.test(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))
}

const answered = (answer: unknown) => ({ kind: 'answered', answer })

describe('a handler', () => {
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'gramme-test-'))))
  after(async () => {
    for (const pool of pools) pool.close()
    await rm(folder, { recursive: true })
  })

  const styles: [string, string, string, unknown][] = [
    ['an ES module', 'a.mjs', 'export const handler = async (event) => event.n + 1', 2],
    ['CommonJS', 'a.cjs', 'exports.handler = async (event) => event.n + 1', 2],
    [
      'one with a callback',
      'a.cjs',
      'exports.handler = (event, context, callback) => setTimeout(callback, 5, null, event.n + 1)',
      2,
    ],
    ['one that uses the context', 'a.mjs', 'export function handler(e, c, x) { c.succeed(5) }', 5],
    ['one that returns no promise', 'a.mjs', 'export const handler = () => 5', null],
    [
      'TypeScript',
      'a.ts',
      'type N = { n: number }\nexport const handler = async ({ n }: N): Promise<number> => n + 1',
      2,
    ],
    [
      'one that looks at its context and environment',
      'a.mjs',
      `export const handler = async (event, context) => [
        context.functionName, context.memoryLimitInMB, context.getRemainingTimeInMillis() > 0,
        process.env.AWS_REGION, process.env.OWN, process.env.GRAMME_SECRET ?? 'none']`,
      ['subject', '128', true, 'r', 'value', 'none'],
    ],
  ]
  for (const [what, file, source, expected] of styles) {
    it(`may be ${what}`, async () => {
      process.env['GRAMME_SECRET'] = 'secret'
      const { call } = await subject(file, source, { environment: { OWN: 'value' } })
      assert.deepEqual(await call({ n: 1 }), answered(expected))
      delete process.env['GRAMME_SECRET']
    })
  }

  it('does not see what the server keeps to itself', async () => {
    const secrets = ['PGPASSWORD', 'AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID', 'NODE_AUTH_TOKEN']
    const before = secrets.map((name) => process.env[name])
    for (const name of secrets) process.env[name] = 'secret'
    const source = 'export const handler = async () => process.env'
    const { call } = await subject('a.mjs', source, { environment: { PGPASSWORD: 'named' } })
    const answer = (await answerOf(call)) as Record<string, string>
    secrets.forEach((name, i) => {
      if (before[i] === undefined) delete process.env[name]
      else process.env[name] = before[i]
    })
    assert.equal(answer['PATH'], process.env['PATH'])
    assert.equal(answer['PGPASSWORD'], 'named')
    assert.equal(JSON.stringify(answer).includes('secret'), false)
  })

  /** Each ends in its own way, after it has started a process that would live for an hour. */
  const endings: [string, string, Partial<ModuleHandler>][] = [
    ['takes too long', 'new Promise(() => undefined)', { timeoutMs: 1_000 }],
    ['never yields', '(() => { for (;;); })()', { timeoutMs: 1_000 }],
    ['exits', 'process.exit(3)', {}],
  ]
  for (const [what, ending, settings] of endings) {
    it(
      `ends what it has started if it ${what}`,
      { skip: process.platform === 'win32' },
      async () => {
        const source = `
        import { spawn } from 'node:child_process'
        import { writeFileSync } from 'node:fs'
        export const handler = async (event) => {
          const { pid } = spawn('sleep', ['3600'], { stdio: 'ignore' })
          writeFileSync(event.file, String(pid))
          return ${ending}
        }`
        const { path, call } = await subject('a.mjs', source, settings)
        const file = `${path}.pid`
        let pid = ''
        // On a slow machine its time may be up before it has started anything.
        while (pid === '') {
          assert.equal((await call({ file })).kind, 'failed')
          pid = await readFile(file, 'utf8').catch(() => '')
        }
        await until(
          async () => !(await isRunning(pid)),
          () => `process ${pid} is still running`,
        )
      },
    )
  }

  const failures: [string, string, RegExp][] = [
    [
      'throws',
      'export const handler = async () => { throw new TypeError("no") }',
      /^TypeError: no$/,
    ],
    ['calls back with an error', 'export const handler = (e, c, b) => b("no")', /^Error: no$/],
    ['exits', 'export const handler = async () => process.exit(3)', /exit status 3/],
    [
      'crashes outside of its call',
      'export const handler = () => new Promise(() => setTimeout(() => { throw 1 }, 5))',
      /exit status 1/,
    ],
    ['is missing', 'export const other = 1', /exports no function handler/],
    ['cannot be loaded', 'import "./missing.mjs"', /Cannot find module/],
    ['is not JavaScript', 'export const = 1', /SyntaxError/],
    ['answers with something that is not JSON', 'export const handler = async () => 1n', /BigInt/],
    [
      'answers with too much',
      `export const handler = async () => "x".repeat(${functionPayloadBytesMax})`,
      /too large/,
    ],
  ]
  for (const [what, source, reason] of failures) {
    it(`fails and is available again for the next call if it ${what}`, async () => {
      const { call } = await subject('a.mjs', source)
      for (let attempt = 0; attempt < 2; attempt++) {
        const invocation = await call()
        assert.equal(invocation.kind, 'failed')
        assert.match(invocation.kind === 'failed' ? invocation.reason : '', reason)
      }
    })
  }

  it('fails if its module is missing', async () => {
    const { path, call } = await subject('a.mjs', '')
    await rm(path)
    assert.match(JSON.stringify(await call()), /Cannot find module/)
  })

  it('is killed if it hangs, and the next call has a new process', async () => {
    const { call } = await subject(
      'a.mjs',
      'export const handler = async ({ hang }) => { while (hang); return process.pid }',
      { timeoutMs: 2_000 },
    )
    const before = await answerOf(call)
    assert.deepEqual(await call({ hang: true }), {
      kind: 'failed',
      reason: 'Task timed out after 2.00 seconds',
    })
    assert.notEqual(await answerOf(call), before)
  })

  const hoarders: [string, string][] = [
    ['heap', 'const all = []; for (;;) all.push(new Array(1000).fill(all.length))'],
    [
      'buffers',
      'const all = []; for (;;) { all.push(Buffer.alloc(8 << 20, 1)); await new Promise((r) => setTimeout(r, 5)) }',
    ],
  ]
  for (const [what, body] of hoarders) {
    it(`is killed when it allocates ${what} without end`, async () => {
      const { call } = await subject('a.mjs', `export const handler = async () => { ${body} }`)
      const invocation = await call()
      assert.match(invocation.kind === 'failed' ? invocation.reason : '', /^Runtime exited/)
    })
  }

  it('may print, but a flood is slowed down and mostly left out', async () => {
    const { call, output } = await subject(
      'a.mjs',
      `const block = ('x'.repeat(99) + '\\n').repeat(100)
       const print = (text) => new Promise((resolve) => process.stdout.write(text, resolve))
       export const handler = async ({ blocks }) => { for (let i = 0; i < blocks; i++) await print(block) }`,
    )
    assert.deepEqual(await call({ blocks: 1 }), answered(undefined))
    assert.deepEqual(await call({ blocks: 150 }), answered(undefined))
    const text = output.join('\n')
    assert.ok(text.length < functionOutputBytesMax + 20_000, String(text.length))
    assert.match(text.slice(-100), /bytes were left out$/)
  })

  it('is loaded again if its module has changed', async () => {
    const { path, call } = await subject('a.mjs', 'export const handler = async () => 1')
    assert.deepEqual(await call(), answered(1))
    await writeFile(path, 'export const handler = async () => 2')
    await utimes(path, new Date(), new Date(Date.now() + 5000))
    assert.deepEqual(await call(), answered(2))
  })

  it('has one call at a time in each process, and no more processes than allowed', async () => {
    const { call } = await subject(
      'a.mjs',
      `let calls = 0
       export const handler = async () => {
         if (++calls > 1) throw new Error('together')
         await new Promise((resolve) => setTimeout(resolve, 30))
         calls--
         return process.pid
       }`,
    )
    const invocations = await Promise.all(Array.from({ length: 6 }, () => call()))
    const pids = invocations.map((each) => (each.kind === 'answered' ? each.answer : each.reason))
    assert.equal(new Set(pids).size, 2, pids.join())
  })
})
