import { afterEach, expect, test } from 'vitest';
import {
  currentToasts,
  dismissForNavigation,
  dismissRemarks,
  dismissSource,
  dismissToast,
  fieldMessagesOf,
  showToast,
  toastsOf,
} from './toast-store.ts';

const texts = () => currentToasts().map(({ text }) => text);
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

test('a new toast of a form replaces its old one, whatever their kinds', () => {
  const form = toastsOf('recharge-request');
  form.error('Le montant doit être supérieur à 0');
  toastsOf('load').error('Erreur de chargement');
  form.success('Demande envoyée');
  expect(texts()).toEqual(['Erreur de chargement', 'Demande envoyée']);
});

test('two failures of one form are never shown together, and a toast without a source does not compile', () => {
  const form = toastsOf('code-import');
  form.warning('Codes manquants');
  form.error('Erreur lors de l’importation');
  expect(texts()).toEqual(['Erreur lors de l’importation']);
  // @ts-expect-error a toast without a source does not compile
  const unnamed: Parameters<typeof showToast>[0] = { kind: 'error', title: 'Erreur' };
  expect(unnamed).not.toHaveProperty('source');
});

test('a success with the text of an earlier one is shown once, whatever its source', () => {
  toastsOf('first-row').success('Utilisateur activé');
  toastsOf('offers').error('Première erreur');
  toastsOf('second-row').success('Utilisateur activé');
  expect(texts()).toEqual(['Première erreur', 'Utilisateur activé']);
});

test('a failure with the text of an earlier one is shown once, stays longer, and belongs to the later source', () => {
  toastsOf('purchase').error('Solde insuffisant');
  const again = { title: 'Erreur de paiement', message: 'Solde insuffisant', duration: 7_000 };
  showToast({ kind: 'error', source: 'free-fire-request', ...again });
  expect(texts()).toEqual(['Solde insuffisant']);
  expect(currentToasts()[0]?.duration).toBe(7_000);
  toastsOf('free-fire-request').error('Stock insuffisant');
  expect(texts()).toEqual(['Stock insuffisant']);
});

test('a remark of a form from before it was sent is dismissed with the form, and its outcome stays', () => {
  fieldMessagesOf('reject-form').error('Raison manquante');
  dismissRemarks('reject-form');
  expect(texts()).toEqual([]);
  fieldMessagesOf('reject-form').error('Raison manquante');
  toastsOf('reject-form').success('Demande rejetée');
  dismissRemarks('reject-form');
  expect(texts()).toEqual(['Demande rejetée']);
});

test('at most three toasts are shown: the oldest ones are removed', () => {
  for (const text of ['un', 'deux', 'trois', 'quatre']) toastsOf(text).error(text);
  expect(texts()).toEqual(['deux', 'trois', 'quatre']);
});

test('a change of screen removes failures and remarks, and keeps outcomes and toasts that survive navigation', () => {
  toastsOf('amount').error('Montant invalide');
  toastsOf('registration').success('Compte créé avec succès!');
  showToast({ kind: 'error', title: 'Produit non trouvé', source: 'product', survivesNavigation: true });
  dismissForNavigation();
  expect(texts()).toEqual(['Compte créé avec succès!', 'Produit non trouvé']);
});

test('a toast with an action stays until it is dismissed', () => {
  const action = { label: 'Réessayer', run: () => undefined };
  showToast({ kind: 'error', title: 'La fenêtre n’a pas pu être chargée', source: 'dialog', action });
  expect(currentToasts()[0]?.duration).toBe(Number.POSITIVE_INFINITY);
  dismissSource('dialog');
  expect(texts()).toEqual([]);
});
