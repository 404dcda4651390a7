import { useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import type { Credentials } from '../../api/connection.js'
import { Button } from '../../design/button.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Field } from '../../design/field.js'
import { Checkbox, TextInput } from '../../design/inputs.js'
import { useServer } from '../../frame/server.js'
import { signIn } from '../../frame/session.js'
import { provenCaller } from './proven-caller.js'
import './sign-in-form.css'

/** Asks for a key, and proves it with a call that every key may make. */
export function SignInForm() {
  const server = useServer()
  const queries = useQueryClient()
  const [keyId, setKeyId] = useState('')
  const [secret, setSecret] = useState('')
  const [token, setToken] = useState('')
  const [isKept, setKept] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>()
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    setFault(undefined)
    try {
      const credentials = credentialsOf(keyId, secret, token)
      const { region, host } = server
      const caller = await provenCaller({ region, host, credentials })
      signIn({ credentials, ...caller }, isKept)
      await queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
    } catch (error) {
      setFault(error)
      setBusy(false)
    }
  }
  const isComplete = keyId.trim() !== '' && secret.trim() !== ''
  return (
    <form className="sign-in-form" onSubmit={(event) => void submit(event)}>
      <Field label="Access key ID">
        {(parts) => (
          <TextInput
            {...parts}
            mono
            autoFocus
            autoComplete="username"
            value={keyId}
            onChange={setKeyId}
          />
        )}
      </Field>
      <Field label="Secret access key">
        {(parts) => (
          <TextInput
            {...parts}
            mono
            type="password"
            autoComplete="current-password"
            value={secret}
            onChange={setSecret}
          />
        )}
      </Field>
      <Field label="Session token" hint="Only for temporary credentials.">
        {(parts) => <TextInput {...parts} mono type="password" value={token} onChange={setToken} />}
      </Field>
      <Checkbox checked={isKept} onChange={setKept}>
        Keep until this tab is closed
      </Checkbox>
      {fault !== undefined && <FaultNotice error={fault} />}
      <Button type="submit" kind="primary" busy={isBusy} disabled={!isComplete}>
        Sign in
      </Button>
    </form>
  )
}

function credentialsOf(keyId: string, secret: string, token: string): Credentials {
  return {
    accessKeyId: keyId.trim(),
    secretAccessKey: secret.trim(),
    ...(token.trim() !== '' && { sessionToken: token.trim() }),
  }
}
