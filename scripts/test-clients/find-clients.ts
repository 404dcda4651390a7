/**
 * The clients that npm cannot install: the AWS CLI and a Python with boto3. As root on Debian or
 * Ubuntu, missing ones are installed; elsewhere a message says what to install.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export interface Clients {
  readonly aws: string
  /** A Python that has boto3. */
  readonly python: string
}

/** The system's Python is the one with apt's boto3, even if `python3` is another one. */
const pythons = ['python3', '/usr/bin/python3']
const awsPrograms = ['aws', '/usr/bin/aws']

export function requireClients(): Clients {
  const found = findClients() ?? (mayInstall() ? installClients() : undefined)
  if (found !== undefined) return found
  throw new Error(
    'test:clients needs the AWS CLI and a python3 with boto3 ' +
      '(Debian, Ubuntu: apt-get install awscli python3-boto3; elsewhere: pip install awscli boto3).',
  )
}

function findClients(): Clients | undefined {
  const aws = awsPrograms.find((program) => runs(program, ['--version']))
  const python = pythons.find((program) => runs(program, ['-c', 'import boto3']))
  return aws === undefined || python === undefined ? undefined : { aws, python }
}

function runs(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 60_000 }).status === 0
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version')
}

function installClients(): Clients | undefined {
  console.log('Installing awscli and python3-boto3 with apt-get.')
  aptGet('update')
  aptGet('install', '--yes', '--no-install-recommends', 'awscli', 'python3-boto3')
  return findClients()
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
