/**
 * `npm run test:sdks [-- language …]`: small programs in Go, Java, Python and Rust with the AWS SDKs
 * of these languages and AWS's clients of DAX, against a real server on a real disk. A missing toolchain is said in one line.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientEnvironment } from '../test/clients/client-environment.js'
import { runClientProgram } from '../test/clients/program-report.js'
import { Tally } from '../test/clients/tally.js'
import { languages, type Language } from '../test/sdks/languages.js'
import { freePort } from '../test/support/postgres/node.js'
import { startServerProcess } from './server-process.js'

await main(process.argv.slice(2))

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !languages.some((language) => language.name === name))
  if (unknown.length > 0) return refuse(unknown)
  const wanted = languages.filter(({ name }) => names.length === 0 || names.includes(name))
  const tally = new Tally()
  for (const language of wanted) await testLanguage(language, tally)
  const left = languages.filter((language) => !wanted.includes(language)).map(({ name }) => name)
  if (left.length > 0) console.log(`Left out, since not asked for: ${left.join(', ')}.`)
  console.log(`${tally.passed} passed, ${tally.failed} failed`)
  if (tally.failed > 0) process.exitCode = 1
}

function refuse(unknown: readonly string[]): void {
  const known = languages.map(({ name }) => name).join(', ')
  console.error(`No programs in ${unknown.join(', ')}. There are: ${known}.`)
  process.exitCode = 1
}

async function testLanguage(language: Language, tally: Tally): Promise<void> {
  if (!language.isInstalled()) {
    tally.fail(language.name, `It needs ${language.needs}.`)
    return
  }
  const started = performance.now()
  const failures = tally.failed
  await tally.check(`${language.name}: builds`, () => language.build())
  if (tally.failed > failures) return
  console.log(`       in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  const folder = await mkdtemp(join(tmpdir(), 'gramme-sdks-'))
  try {
    for (const run of language.runs) await runOn(language, run, { folder, tally })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Each run has a server of its own on the same data: between two runs the server restarts. */
async function runOn(
  language: Language,
  run: Language['runs'][number],
  { folder, tally }: { readonly folder: string; readonly tally: Tally },
): Promise<void> {
  // Shards live for seconds, so that consumers meet their ends.
  const usual = ['--data-dir', join(folder, 'data'), '--shard-duration-ms', '5000']
  const daxPort = await freePort()
  const dax = run.usesDax === true ? ['--dax', '--dax-port', String(daxPort)] : []
  const start = () => startServerProcess({ args: [...usual, ...dax] })
  let server = await start()
  try {
    const env = { ...(await clientEnvironment({ url: server.url, folder })), ...run.env }
    const args = run.args(server.url, `dax://127.0.0.1:${daxPort}`)
    const restart = async () => {
      await server.stop()
      server = await start()
    }
    await runClientProgram({ name: language.name, command: run.command, args, env, restart }, tally)
  } finally {
    await tally.check(`${language.name}: the server exits with 0`, () => server.stop())
  }
}
