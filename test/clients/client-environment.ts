/**
 * The environment of an AWS client: the credentials of an administrator, a region, and no settings of this machine.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface ClientTarget {
  readonly url: string
  /** For the files that a client needs; the caller removes it. */
  readonly folder: string
}

/** Of a user who may do everything: the checks are about clients. */
export const clientCredentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'a-secret-for-the-checks',
} as const

/** The accounts of the server that clients are tested with. */
export async function writeAccounts(folder: string): Promise<string> {
  // One by one: the SDK adds members of its own to what it gets.
  const { accessKeyId, secretAccessKey } = clientCredentials
  const administrator = {
    attachedPolicies: ['arn:aws:iam::aws:policy/AdministratorAccess'],
    accessKeys: [{ accessKeyId, secretAccessKey }],
  }
  const file = join(folder, 'accounts.json')
  const accounts = { '000000000000': { users: { administrator } } }
  await writeFile(file, JSON.stringify({ accounts }))
  return file
}

/** A profile that assumes a role, which the checks make. */
export const roleProfile = { name: 'worker', roleArn: 'arn:aws:iam::000000000000:role/worker' }

/** A profile with which clients in Python leave it to the server to say what is wrong. */
export const uncheckedProfile = 'unchecked'

export async function clientEnvironment({ url, folder }: ClientTarget): Promise<NodeJS.ProcessEnv> {
  const config = join(folder, 'aws-config')
  const lines = [
    '[default]',
    // Version 2 of the CLI takes binaries as base64 by default; version 1 takes them raw.
    'cli_binary_format = raw-in-base64-out',
    'cli_pager =',
    '[profile keys]',
    `aws_access_key_id = ${clientCredentials.accessKeyId}`,
    `aws_secret_access_key = ${clientCredentials.secretAccessKey}`,
    `[profile ${uncheckedProfile}]`,
    'parameter_validation = false',
    `[profile ${roleProfile.name}]`,
    `role_arn = ${roleProfile.roleArn}`,
    'source_profile = keys',
    // The CLI keeps sessions in the home folder, and those of an earlier server are of no use.
    `role_session_name = checks-${Date.now()}`,
  ]
  await writeFile(config, `${lines.join('\n')}\n`)
  return {
    ...withoutAws(process.env),
    AWS_CONFIG_FILE: config,
    AWS_SHARED_CREDENTIALS_FILE: join(folder, 'no-credentials'),
    AWS_ACCESS_KEY_ID: clientCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: clientCredentials.secretAccessKey,
    AWS_DEFAULT_REGION: 'eu-central-1',
    // For the credentials of a profile; commands name the server themselves.
    AWS_ENDPOINT_URL_STS: url,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_PAGER: '',
    LC_ALL: 'C.UTF-8',
    // The server is on this machine, so requests must not go through a proxy.
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
  }
}

function withoutAws(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('AWS_')))
}
