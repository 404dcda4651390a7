/** A user with a policy and a key, made through the public API. */
import { signed, type SigningCredentials } from '../load/sign.js'

export const rootKey: SigningCredentials = {
  accessKeyId: 'AKIAROOTKEYOFBENCHES',
  secretAccessKey: 'a-secret-that-only-benches-of-this-use-0',
}

export async function addUser(
  url: string,
  name: string,
  policy: object,
): Promise<SigningCredentials> {
  await ask(url, { Action: 'CreateUser', UserName: name })
  const PolicyDocument = JSON.stringify(policy)
  await ask(url, { Action: 'PutUserPolicy', UserName: name, PolicyName: 'bench', PolicyDocument })
  const answer = await ask(url, { Action: 'CreateAccessKey', UserName: name })
  const member = (of: string) => new RegExp(`<${of}>([^<]*)</${of}>`).exec(answer)![1]!
  return { accessKeyId: member('AccessKeyId'), secretAccessKey: member('SecretAccessKey') }
}

async function ask(url: string, parameters: Readonly<Record<string, string>>): Promise<string> {
  const body = new URLSearchParams({ ...parameters, Version: '2010-05-08' }).toString()
  const headers = {
    host: new URL(url).host,
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
  }
  const answer = await fetch(url, {
    method: 'POST',
    headers: signed({ headers, body, service: 'iam' }, rootKey),
    body,
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${parameters['Action']}: ${answer.status} ${text}`)
  return text
}
