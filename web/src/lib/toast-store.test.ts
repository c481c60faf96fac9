import { afterEach, expect, test } from 'vitest';
import {
  currentToasts,
  dismissForNavigation,
  dismissSource,
  dismissToast,
  showToast,
  toast,
  toastsOf,
} from './toast-store.ts';

const texts = () => currentToasts().map(({ text }) => text);
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

test('a new toast of a form replaces its old one, whatever their kinds', () => {
  const form = toastsOf('recharge-request');
  form.error('Le montant doit être supérieur à 0');
  toast.error('Erreur de chargement');
  form.success('Demande envoyée');
  expect(texts()).toEqual(['Erreur de chargement', 'Demande envoyée']);
});

test('outcomes without a source replace each other; failures without a source stay', () => {
  toast.error('Première erreur');
  toast.success('Horaires mis à jour');
  toast.success('Horaires mis à jour');
  toast.success('Statut mis à jour');
  expect(texts()).toEqual(['Première erreur', 'Statut mis à jour']);
});

test('a failure that says the same again stays longer and is shown once', () => {
  const form = toastsOf('purchase');
  form.error('Solde insuffisant');
  showToast({ kind: 'error', title: 'Erreur de paiement', message: 'Solde insuffisant', duration: 7_000 });
  expect(texts()).toEqual(['Solde insuffisant']);
  expect(currentToasts()[0]?.duration).toBe(7_000);
  form.error('Stock insuffisant');
  expect(texts()).toEqual(['Stock insuffisant']);
});

test('never more than three are shown', () => {
  for (const text of ['un', 'deux', 'trois', 'quatre']) toast.error(text);
  expect(texts()).toEqual(['deux', 'trois', 'quatre']);
});

test('another screen removes failures and remarks, and keeps outcomes and announcements', () => {
  toast.error('Montant invalide');
  toast.success('Compte créé avec succès!');
  showToast({ kind: 'error', title: 'Produit non trouvé', survivesNavigation: true });
  dismissForNavigation();
  expect(texts()).toEqual(['Compte créé avec succès!', 'Produit non trouvé']);
});

test('a toast with an action stays until it is closed', () => {
  const action = { label: 'Réessayer', run: () => undefined };
  showToast({ kind: 'error', title: 'La fenêtre n’a pas pu être chargée', source: 'dialog', action });
  expect(currentToasts()[0]?.duration).toBe(Number.POSITIVE_INFINITY);
  dismissSource('dialog');
  expect(texts()).toEqual([]);
});
