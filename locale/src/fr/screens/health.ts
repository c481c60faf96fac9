import { byteSize } from '../../format-parts.ts';
import type { NewsType } from '../../news.ts';

const units = ['o', 'Ko', 'Mo', 'Go', 'To'] as const;

const size = (bytes: number): string => byteSize(bytes, units);

/** 90 → `1 min 30 s`, 5000 → `1 h 23 min`. */
function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
  return `${Math.floor(seconds / 86_400)} j`;
}

/** « État du système » of the administrator's dashboard. */
export const health = {
  title: 'État du système',
  failed: 'Impossible de lire l’état du système',
  states: { ok: 'Bon', attention: 'À vérifier', failed: 'En panne', none: 'Sans objet' },
  summary: {
    ok: 'Tout fonctionne.',
    attention: 'Le service fonctionne ; au moins un point est à vérifier.',
    failed: 'Au moins un point ne fonctionne pas : prévenez l’exploitant.',
  },
  checked: (version: string) => `Almas ${version}, actualisé toutes les 10 secondes. Dernier relevé :`,
  never: 'Jamais',
  /** On the dashboard, while something is to be checked. */
  line: {
    attention: 'À vérifier',
    failed: 'En panne',
    open: 'Voir l’état',
    parts: {
      database: 'base de données',
      disk: 'disque presque plein',
      archive: 'archive',
      outbox: 'messages non partis',
      jobs: 'tâches en retard',
      backup: { never: 'aucune sauvegarde', failed: 'sauvegarde en échec', old: 'sauvegarde trop ancienne' },
      audit: {
        never: 'aucun contrôle des comptes',
        failed: 'contrôle des comptes non réussi',
        old: 'contrôle des comptes trop ancien',
      },
    },
  },
  database: {
    label: 'Base de données',
    roles: { primary: 'Principale', standby: 'Secours, en lecture seule' },
    text: (role: string, writable: boolean, bytes: number) =>
      `${role}, ${writable ? 'écriture possible' : 'écriture impossible'}, ${size(bytes)}`,
  },
  disk: {
    label: 'Disque',
    text: (free: number, total: number) => `${size(free)} libres sur ${size(total)}`,
    elsewhere: 'Base sur une autre machine',
  },
  pool: {
    label: 'Connexions à la base',
    text: (busy: number, most: number, waiting: number) =>
      `${busy} sur ${most} occupées${waiting > 0 ? `, ${waiting} en attente` : ''}`,
  },
  oldestRequest: {
    label: 'Plus ancienne demande en attente',
    text: (seconds: number) => (seconds === 0 ? 'Aucune' : `Depuis ${duration(seconds)}`),
  },
  backup: { label: 'Dernière sauvegarde', failed: 'échec' },
  audit: { label: 'Dernier contrôle des comptes', failed: 'non réussi : lancez « almas audit »' },
  archive: {
    label: 'Archive',
    off: 'Non activée',
    starting: 'Première copie en cours',
    late: (seconds: number) => `Retard de ${duration(seconds)}`,
    text: 'Toute seconde peut être retrouvée depuis',
  },
  outbox: {
    label: 'Messages aux appareils',
    none: 'Tout est parti',
    waiting: (count: number, seconds: number) =>
      `${count} en attente${seconds > 60 ? `, le plus ancien depuis ${duration(seconds)}` : ''}`,
    dead: (count: number) => (count > 1 ? `${count} ne sont pas partis` : `${count} n’est pas parti`),
    list: 'Messages qui ne sont pas partis',
    kinds: { web_push: 'Appareil', telegram: 'Telegram' },
    types: {
      balance_credited: 'Solde crédité',
      balance_debited: 'Solde débité',
      debt_due: 'Échéance',
      debt_paid: 'Encaissement',
      debt_payment_taken_back: 'Encaissement annulé',
      claim_decided: 'Réclamation traitée',
      webhook_off: 'Webhook arrêté',
      code_claim: 'Réclamation',
      recharge_request: 'Demande de recharge',
      free_fire_request: 'Demande Free Fire',
      account_registered: 'Inscription',
      password_known: 'Mot de passe connu d’un autre',
      announcement: 'Annonce',
      low_stock: 'Stock bas',
      health_failed: 'État du système',
      alert: 'Alerte',
    } satisfies Readonly<Record<NewsType, string>>,
    reason: (error: string, attempts: number) =>
      `${error}, ${attempts} ${attempts > 1 ? 'tentatives' : 'tentative'}`,
    retry: 'Renvoyer',
    retryOne: (what: string) => `Renvoyer ${what}`,
    retryAll: 'Tout renvoyer',
    retried: (count: number) => (count > 1 ? `${count} messages repartent` : 'Le message repart'),
    retryFailed: 'Impossible de renvoyer',
  },
  jobs: {
    label: 'Tâches planifiées',
    text: (count: number) => `${count} tâche${count > 1 ? 's' : ''}, la plus ancienne exécution :`,
    none: 'Pas encore exécutées',
  },
} as const;
