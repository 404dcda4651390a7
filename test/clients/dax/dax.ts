/** AWS's clients of DAX for JavaScript, from the npm registry, against servers of their own: plain, with TLS, and two of one database. */
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackage } from '../../differential/peers/install.js'
import { missingOpenssl, TestAuthority } from '../../support/certificates.js'
import { runClientProgram } from '../program-report.js'
import type { Tally } from '../tally.js'
import { clientKinds, type ClientKind } from './javascript-clients.js'

const versions: Readonly<Record<ClientKind, string>> = {
  'amazon-dax-client': '1.2.10',
  '@amazon-dax-sdk/lib-dax': '3.1.0',
}

const program = fileURLToPath(new URL('./javascript-program.js', import.meta.url))
const clusterProgram = fileURLToPath(new URL('./cluster-program.js', import.meta.url))

export async function testDax(folder: string, tally: Tally): Promise<void> {
  const missing = missingOpenssl()
  const authority = missing === undefined ? new TestAuthority() : undefined
  if (missing !== undefined) tally.skip('DAX with TLS', missing)
  for (const kind of clientKinds) {
    const home = installedIn(folder, kind)
    await run(kind, home, tally)
    if (authority !== undefined) await run(kind, home, tally, authority)
    const args = [clusterProgram, kind, home]
    const name = `${kind} with two servers`
    await runClientProgram({ name, command: process.execPath, args, env: process.env }, tally)
  }
  authority?.remove()

  async function run(
    kind: ClientKind,
    home: string,
    tallied: Tally,
    issuer?: TestAuthority,
  ): Promise<void> {
    const data = await mkdtemp(join(folder, 'dax-'))
    const issued = issuer?.issue('server')
    const tls = issued === undefined ? [] : [issued.cert, issued.key, issuer!.cert]
    const trusted = issuer === undefined ? {} : { NODE_EXTRA_CA_CERTS: issuer.cert }
    await runClientProgram(
      {
        name: `${kind} by ${issuer === undefined ? 'dax://' : 'daxs://'}`,
        command: process.execPath,
        args: [program, kind, home, data, ...tls],
        env: { ...process.env, ...trusted },
      },
      tallied,
    )
  }
}

/** The folder that has `node_modules`. */
function installedIn(folder: string, kind: ClientKind): string {
  const installed = installPackage(folder, kind, versions[kind])
  return installed.slice(0, -join('node_modules', kind).length - 1)
}
