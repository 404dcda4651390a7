/** Installs what npm cannot: the system's own packages, as root on Debian or Ubuntu. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export function mayInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version')
}

export function installPackages(...names: readonly string[]): void {
  console.log(`Installing ${names.join(' and ')} with apt-get.`)
  aptGet('update')
  aptGet('install', '--yes', '--no-install-recommends', ...names)
}

function aptGet(...args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync('apt-get', ['-q', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 8 * 60_000,
  })
  if (status === 0) return
  throw new Error(`apt-get ${args.join(' ')} failed:\n${stdout}${stderr}`)
}
