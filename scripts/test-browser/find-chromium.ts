/**
 * The distribution's Chromium. As root on Debian or Ubuntu it is installed if it is missing; elsewhere a
 * message says what to install.
 */
import { spawnSync } from 'node:child_process'
import { installPackages, mayInstallPackages } from '../apt-get.js'

/** Ubuntu's `chromium-browser` may be an empty package that only names a snap. */
const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export function requireChromium(): string {
  const found = findChromium() ?? (mayInstallPackages() ? installChromium() : undefined)
  if (found !== undefined) return found
  throw new Error('test:browser needs Chromium (Debian: apt-get install chromium).')
}

function findChromium(): string | undefined {
  return programs.find(
    (program) =>
      spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0,
  )
}

function installChromium(): string | undefined {
  installPackages('chromium')
  return findChromium()
}
