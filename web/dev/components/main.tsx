import '../../src/ui/theme/tokens.css';
import '../../src/ui/theme/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { setTheme, useTheme } from '../../src/lib/color-scheme.ts';
import { toastsOf } from '../../src/lib/toast-store.ts';
import { ConfirmDialog, PromptDialog } from '../../src/ui/ask-dialogs.tsx';
import { BarList } from '../../src/ui/bar-list.tsx';
import { Button, type ButtonVariant, IconButton } from '../../src/ui/button.tsx';
import { Card, Grid, Row, Section, Stack, StatCard } from '../../src/ui/card.tsx';
import { Checkbox } from '../../src/ui/checkbox.tsx';
import { Combobox } from '../../src/ui/combobox.tsx';
import { CopyButton } from '../../src/ui/copy-button.tsx';
import { DataTable } from '../../src/ui/data-table.tsx';
import { DecisionQueue, QueueItem } from '../../src/ui/decision-queue.tsx';
import { Dialog } from '../../src/ui/dialog.tsx';
import { FormError, PasswordField, SelectField, TextField } from '../../src/ui/field.tsx';
import { Money, When } from '../../src/ui/figures.tsx';
import { FileDrop } from '../../src/ui/file-drop.tsx';
import { IconText } from '../../src/ui/icon-text.tsx';
import * as icons from '../../src/ui/icons.tsx';
import { MoneyField } from '../../src/ui/money-field.tsx';
import { Notice } from '../../src/ui/notice.tsx';
import { PageHeader } from '../../src/ui/page-header.tsx';
import { Panel } from '../../src/ui/panel.tsx';
import { Picture } from '../../src/ui/picture.tsx';
import { Progress } from '../../src/ui/progress.tsx';
import { SearchInput } from '../../src/ui/search-input.tsx';
import { Segmented } from '../../src/ui/segmented.tsx';
import { Spinner } from '../../src/ui/spinner.tsx';
import { EmptyState, LoadFailure, SkeletonList } from '../../src/ui/states.tsx';
import { StatusBadge } from '../../src/ui/status-badge.tsx';
import { Switch } from '../../src/ui/switch.tsx';
import { TextAreaField } from '../../src/ui/text-area-field.tsx';
import { Toasts } from '../../src/ui/toasts.tsx';
import * as workIcons from '../../src/ui/work-icons.tsx';

/*
 * Every component of web/src/ui in its states, for who changes one: `npm run dev`, then /dev/components/. `?dir=rtl` writes from right
 * to left. Not part of the product: the build has one page, index.html.
 */
const nothing = () => undefined;
const variants: readonly ButtonVariant[] = ['primary', 'soft', 'secondary', 'quiet', 'danger'];
const toasts = toastsOf('components');
const { icon: _make, ...frameIcons } = icons;
const rows = [
  { id: '1', name: 'Free Fire 100 diamants', price: 250, at: '2026-11-20T09:30:00Z' },
  { id: '2', name: 'PUBG Mobile 60 UC', price: 1_150.5, at: '2026-11-21T18:05:00Z' },
];

/** Gives a controlled component its state. */
function Held<Value>({
  initial,
  children,
}: {
  readonly initial: Value;
  readonly children: (value: Value, set: (value: Value) => void) => ReactNode;
}) {
  const [value, set] = useState(initial);
  return children(value, set);
}

function Choices() {
  const theme = useTheme();
  const [direction, setDirection] = useState(document.documentElement.dir || 'ltr');
  return (
    <Row>
      <Segmented
        label="Couleurs"
        value={theme}
        options={[
          { value: 'auto', label: 'Système' },
          { value: 'light', label: 'Clair' },
          { value: 'dark', label: 'Sombre' },
        ]}
        onChange={setTheme}
      />
      <Segmented
        label="Sens de l’écriture"
        value={direction}
        options={[
          { value: 'ltr', label: 'De gauche à droite' },
          { value: 'rtl', label: 'De droite à gauche' },
        ]}
        onChange={(dir) => {
          document.documentElement.dir = dir;
          setDirection(dir);
        }}
      />
    </Row>
  );
}

const Buttons = () => (
  <Section title="Boutons">
    <Stack>
      {variants.map((variant) => (
        <Row key={variant}>
          <Button variant={variant}>Valider</Button>
          <Button variant={variant} busy>
            En cours
          </Button>
          <Button variant={variant} disabled>
            Indisponible
          </Button>
        </Row>
      ))}
      <Row>
        <IconButton label="Fermer">
          <icons.CloseIcon />
        </IconButton>
        <CopyButton text="ABCD-1234" done="Copié" failed="Non copié" />
        <Spinner />
      </Row>
      <Button full>Toute la largeur</Button>
    </Stack>
  </Section>
);

const Icons = () => (
  <Section title="Icônes">
    <Row>
      {Object.entries({ ...frameIcons, ...workIcons }).map(([name, Icon]) => (
        <span key={name} title={name}>
          <Icon size={24} />
        </span>
      ))}
    </Row>
  </Section>
);

const Fields = () => (
  <Section title="Champs">
    <Grid>
      <TextField label="Nom" placeholder="Amine" hint="Comme sur les tickets" />
      <TextField label="Nom" required defaultValue="?" error="Indiquez un nom." />
      <TextField label="Nom" disabled defaultValue="Indisponible" />
      <PasswordField label="Mot de passe" words={{ show: 'Afficher', hide: 'Masquer' }} />
      <SelectField label="Jeu" options={[{ value: 'ff', label: 'Free Fire' }]} />
      <Held initial="2 500">
        {(value, set) => (
          <MoneyField label="Montant" value={value} onChange={set} bounds="De 100 à 1 000 000 DA" />
        )}
      </Held>
      <Held initial="Une note">
        {(value, set) => (
          <TextAreaField
            label="Note"
            value={value}
            maxLength={40}
            onChange={(event) => set(event.currentTarget.value)}
          />
        )}
      </Held>
      <Held initial="">{(value, set) => <SearchInput value={value} onChange={set} />}</Held>
      <Held initial="">
        {(value, set) => (
          <Combobox
            kind="suggest"
            label="Jeux"
            options={rows.filter(({ name }) => value !== '' && name !== value && name.startsWith(value))}
            option={({ name }) => name}
            onChoose={({ name }) => set(name)}
            status={(shown) => (shown > 0 ? `${shown} propositions` : '')}
            field={(combobox) => (
              <TextField
                label="Jeu, avec propositions"
                hint="F ou P"
                value={value}
                {...combobox}
                onChange={(event) => set(event.currentTarget.value)}
              />
            )}
          />
        )}
      </Held>
      <Held initial="">
        {(value, set) => (
          <Combobox
            kind="pick"
            label="Jeux"
            options={rows.filter(({ name }) => value !== '' && name.includes(value))}
            option={({ name }) => name}
            onChoose={({ name }) => set(name)}
            onClear={() => set('')}
            status={(shown) => (value !== '' && shown === 0 ? 'Aucun jeu' : '')}
            field={(combobox) => <SearchInput value={value} onChange={set} {...combobox} />}
          />
        )}
      </Held>
      <Held initial="day">
        {(value, set) => (
          <Segmented
            label="Période"
            labelled
            value={value}
            options={[
              { value: 'day', label: 'Jour' },
              { value: 'week', label: 'Semaine' },
            ]}
            onChange={set}
          />
        )}
      </Held>
      <Held initial={true}>
        {(checked, set) => (
          <Checkbox checked={checked} onChange={set}>
            Code 1 sur 3
          </Checkbox>
        )}
      </Held>
      <Held initial={true}>
        {(checked, set) => (
          <Switch label="Notifications" hint="Sur cet appareil" checked={checked} onChange={set} />
        )}
      </Held>
      <Switch label="Indisponible" checked={false} disabled onChange={nothing} />
      <FileDrop
        label="Choisir un fichier"
        text="ou déposez-le ici"
        overText="Lâchez-le"
        accept=".txt"
        onFile={nothing}
      />
    </Grid>
    <FormError text="Le formulaire n’a pas été envoyé." />
  </Section>
);

const Messages = () => (
  <Section title="Messages et états">
    <Stack>
      <Notice title="À savoir" text="Rien à faire." />
      <Notice tone="waiting" title="En attente" text="Un administrateur va répondre." />
      <Notice tone="failed" title="Échec" action={<Button variant="secondary">Réessayer</Button>} />
      <Row>
        <StatusBadge tone="done">Validée</StatusBadge>
        <StatusBadge tone="waiting">En attente</StatusBadge>
        <StatusBadge tone="failed">Refusée</StatusBadge>
        <StatusBadge tone="quiet">Annulée</StatusBadge>
      </Row>
      <Progress label="Envoi" share={0.4} note="40 %" />
      <Progress label="Préparation" share={null} />
      <EmptyState title="Aucune opération" text="Elles apparaîtront ici." />
      <LoadFailure text="Les opérations n’ont pas pu être lues." onRetry={nothing} />
      <SkeletonList count={2} height={64} />
      <Row>
        <Button variant="secondary" onClick={() => toasts.success('Enregistré')}>
          Toast
        </Button>
        <Button variant="secondary" onClick={() => toasts.error('Échec', 'Le réseau ne répond pas.')}>
          Toast d’erreur
        </Button>
      </Row>
    </Stack>
  </Section>
);

const Figures = () => (
  <Section title="Chiffres, listes et tableaux">
    <Stack>
      <Grid min={160}>
        <StatCard label="Solde" value="12 500 DA" />
        <StatCard label="En attente" value="3" tone="waiting" note="depuis hier" />
      </Grid>
      <Row>
        <Money amount={1_250} size="lg" />
        <Money amount={250} sign="+" />
        <Money amount={250} sign="-" />
        <When at="2026-11-20T09:30:00Z" form="both" />
        <IconText icon={<icons.ClockIcon size={16} />}>Délai : 15 min</IconText>
      </Row>
      <DataTable
        caption="Produits"
        rows={rows}
        rowKey={({ id }) => id}
        onOpen={nothing}
        sorting={{ by: 'price', order: 'asc', onSort: nothing }}
        columns={[
          { head: 'Produit', main: true, cell: ({ name }) => name },
          { head: 'Date', tight: true, cell: ({ at }) => <When at={at} /> },
          {
            head: 'Prix',
            end: true,
            sort: { by: 'price', first: 'asc' },
            cell: ({ price }) => <Money amount={price} />,
          },
        ]}
      />
      <Picture
        title="Ventes par jeu"
        text="Free Fire devant PUBG Mobile"
        tableLabel="Voir les chiffres"
        heads={['Jeu', 'Ventes']}
        rows={[
          ['Free Fire', '120'],
          ['PUBG Mobile', '45'],
        ]}
      >
        <BarList
          items={[
            { key: 'ff', name: 'Free Fire', figure: '120', share: 1 },
            { key: 'pubg', name: 'PUBG Mobile', figure: '45', share: 0.375 },
          ]}
        />
      </Picture>
      <DecisionQueue label="Demandes">
        <QueueItem
          name="Amine Benali"
          figure={<Money amount={5_000} />}
          about="Demande de recharge"
          note="Virement CCP"
          buttons={(shared) => (
            <>
              <Button {...shared}>Approuver</Button>
              <Button variant="secondary" {...shared}>
                Rejeter
              </Button>
            </>
          )}
        />
        <QueueItem
          lead={
            <IconButton label="Voir le reçu">
              <icons.BoxIcon size={20} />
            </IconButton>
          }
          name="Karim Ziani"
          figure={<Money amount={2_500} />}
          about="CCP · Référence : 8841 2201 · il y a 5 minutes"
          effect="Solde : 500 DA → 3 000 DA"
          buttons={(shared) => (
            <>
              <Button variant="soft" {...shared}>
                Approuver
              </Button>
              <Button variant="quiet" {...shared}>
                Rejeter
              </Button>
            </>
          )}
        />
        <QueueItem
          name="Sara Haddad"
          about="Demande de recharge"
          outcome="Approuvée"
          buttons={(shared) => <Button {...shared}>Approuver</Button>}
        />
      </DecisionQueue>
      <Panel title="Panneau" summary="Son résumé">
        Son contenu.
      </Panel>
      <Card>Une carte.</Card>
    </Stack>
  </Section>
);

const dialogs = ['Dialogue', 'Confirmation', 'Question'] as const;

function Dialogs() {
  const [opened, setOpened] = useState<(typeof dialogs)[number]>();
  const close = () => setOpened(undefined);
  return (
    <Section title="Dialogues">
      <Row>
        {dialogs.map((name) => (
          <Button key={name} variant="secondary" onClick={() => setOpened(name)}>
            {name}
          </Button>
        ))}
      </Row>
      {opened === 'Dialogue' && (
        <Dialog onClose={close} title="Détails" footer={<Button onClick={close}>Terminer</Button>}>
          Le contenu du dialogue.
        </Dialog>
      )}
      {opened === 'Confirmation' && (
        <ConfirmDialog onClose={close} onConfirm={close} danger title="Supprimer ?">
          Cette action ne peut pas être annulée.
        </ConfirmDialog>
      )}
      {opened === 'Question' && (
        <PromptDialog
          onClose={close}
          onSubmit={close}
          title="Refuser"
          label="Raison"
          draft="components"
          maxLength={200}
        />
      )}
    </Section>
  );
}

const Page = () => (
  <main style={{ maxInlineSize: 960, marginInline: 'auto', padding: 16 }}>
    <Stack gap={32}>
      <PageHeader title="Composants" text="web/src/ui" />
      <Choices />
      <Buttons />
      <Icons />
      <Fields />
      <Messages />
      <Figures />
      <Dialogs />
    </Stack>
  </main>
);

const asked = new URLSearchParams(location.search);
document.documentElement.dir = asked.get('dir') ?? 'ltr';
// In the product a script does this before the first paint (build/before-start.js).
const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.dataset.colorScheme = isDark ? 'dark' : 'light';
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <Page />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
