import { PageHeader } from '../../design/page-header.js'
import { Page } from '../../frame/page.js'
import { AboutPanel } from './about-panel.js'
import { AppearancePanel } from './appearance-panel.js'
import { IdentityPanel } from './identity-panel.js'
import './settings-page.css'
import { StoragePanel } from './storage-panel.js'

export function SettingsPage() {
  return (
    <Page title="Settings">
      <PageHeader title="Settings" />
      <div className="settings">
        <IdentityPanel />
        <AppearancePanel />
        <StoragePanel />
        <AboutPanel />
      </div>
    </Page>
  )
}
