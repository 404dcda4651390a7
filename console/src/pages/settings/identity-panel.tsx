import { LogOut } from 'lucide-react'
import { Button } from '../../design/button.js'
import { CopyButton } from '../../design/copy-button.js'
import { Facts, Panel } from '../../design/panel.js'
import { useServer } from '../../frame/server.js'
import { signOut } from '../../frame/session.js'
import { useWorkspace } from '../../frame/workspace.js'
import { OpenAccount } from './open-account.js'

const accessTexts = {
  open: 'Open: any credentials work, and everybody may do everything.',
  iam: 'IAM: signatures are verified, and policies decide.',
  forwarded: 'Forwarded: gramme console signs each call with the credentials of its environment.',
} as const

export function IdentityPanel() {
  const { auth, account, arn, region, endpoint, credentials } = useWorkspace()
  const { sharedRegions } = useServer()
  const isKeyed = auth === 'iam'
  return (
    <Panel
      title="Identity"
      actions={
        isKeyed && (
          <Button icon={LogOut} onClick={signOut}>
            Sign out
          </Button>
        )
      }
    >
      <Facts
        facts={[
          ['Endpoint', <CopiedText key="endpoint" name="endpoint" text={endpoint} />],
          ['Access', accessTexts[auth]],
          ['Account', <CopiedText key="account" name="account" text={account} />],
          ...(arn === undefined
            ? []
            : [['Caller', <CopiedText key="arn" name="ARN" text={arn} />] as const]),
          ...(isKeyed ? [['Access key ID', credentials.accessKeyId] as const] : []),
          ['Region', region],
          [
            'Tables',
            sharedRegions
              ? 'Shared by all regions and accounts.'
              : 'Separate for each region and account.',
          ],
        ]}
      />
      {auth === 'open' && !sharedRegions && <OpenAccount />}
    </Panel>
  )
}

function CopiedText({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <span className="settings-copied">
      <code>{text}</code>
      <CopyButton text={text} label={`Copy ${name}`} iconOnly />
    </span>
  )
}
