/**
 * `npm run audit:dependencies`: asks the registry for known faults of the packages that users install. Where it does
 * not tell (a closed network, a mirror), that is said in one line. In any case the lock file has to
 * pin every package by its hash, and only known licences may come in.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface LockedPackage {
  readonly integrity?: string
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
}

interface Advice {
  readonly metadata?: { readonly vulnerabilities?: { readonly total?: number } }
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>
}

/** Of what users install. Tools for development may have others. */
const licences = new Set([
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT'],
  'Unlicense',
])

const faults = [...knownFaults(), ...lockFaults()]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else console.log('The dependencies have no known faults that could be asked for here.')

function knownFaults(): readonly string[] {
  const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  const advice = parsed(stdout)
  if (advice?.metadata?.vulnerabilities?.total === undefined) {
    const [reason = 'no answer'] =
      /\b\d{3} [A-Z][\w ]+|E[A-Z]{4,}/.exec(`${stdout} ${stderr}`) ?? []
    console.log(`SKIPPED npm audit: the registry does not tell (${reason.trim()}).`)
    return []
  }
  return Object.entries(advice.vulnerabilities ?? {}).map(([name, { severity }]) => {
    return `${name} has a known fault (${severity}); see npm audit.`
  })
}

function parsed(text: string): Advice | undefined {
  try {
    return JSON.parse(text) as Advice
  } catch {
    return undefined
  }
}

function lockFaults(): readonly string[] {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>
  }
  const locked = Object.entries(lock.packages).filter(([path]) => path !== '')
  const shipped = locked.filter(([, { dev }]) => dev !== true).length
  console.log(
    `The lock file pins ${locked.length} packages, of which users install up to ${shipped}.`,
  )
  return locked.flatMap(([path, entry]) => faultsOf(path, entry))
}

function faultsOf(
  path: string,
  { integrity, license, dev, link }: LockedPackage,
): readonly string[] {
  const found: string[] = []
  if (link === true || !/^sha512-/.test(integrity ?? ''))
    found.push(`${path} is not pinned by a hash.`)
  if (dev !== true && !licences.has(license ?? ''))
    found.push(`${path} has the licence ${license}.`)
  return found
}
