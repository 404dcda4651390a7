/**
 * The clients that npm cannot install: the AWS CLI and a Python with boto3. As root on Debian or
 * Ubuntu, missing ones are installed; elsewhere a message says what to install.
 */
import { spawnSync } from 'node:child_process'
import { installPackages, mayInstallPackages } from '../apt-get.js'

export interface Clients {
  readonly aws: string
  /** A Python that has boto3. */
  readonly python: string
}

/** The system's Python is the one with apt's boto3, even if `python3` is another one. */
const pythons = ['python3', '/usr/bin/python3']
const awsPrograms = ['aws', '/usr/bin/aws']

export function requireClients(): Clients {
  const found = findClients() ?? (mayInstallPackages() ? installClients() : undefined)
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

function installClients(): Clients | undefined {
  installPackages('awscli', 'python3-boto3')
  return findClients()
}
