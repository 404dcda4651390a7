/**
 * Prometheus as distributions have it. As root on Debian or Ubuntu a missing one is unpacked into the given folder,
 * because installing it would also start it as a service.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { mayInstallPackages } from '../apt-get.js'

export interface PrometheusPrograms {
  readonly prometheus: string
  readonly promtool: string
}

const downloadMsMax = 5 * 60_000

/** Either what was found, or one line that says what is missing. */
export function findPrometheus(folder: string): PrometheusPrograms | { readonly fault: string } {
  const found = programsIn('') ?? (mayInstallPackages() ? unpacked(folder) : undefined)
  return (
    found ?? { fault: 'Prometheus is not installed (Debian, Ubuntu: apt-get install prometheus)' }
  )
}

/** In the path if the folder is empty. */
function programsIn(folder: string): PrometheusPrograms | undefined {
  const programs = { prometheus: join(folder, 'prometheus'), promtool: join(folder, 'promtool') }
  const run = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status
  return Object.values(programs).every((each) => run(each) === 0) ? programs : undefined
}

function unpacked(folder: string): PrometheusPrograms | undefined {
  const place = join(folder, 'prometheus-package')
  mkdirSync(place)
  const command =
    'apt-get -q update && apt-get -q download prometheus && dpkg -x prometheus_*.deb .'
  const options = { cwd: place, stdio: 'ignore', timeout: downloadMsMax } as const
  if (spawnSync('sh', ['-c', command], options).status !== 0) return undefined
  return programsIn(join(place, 'usr/bin'))
}
