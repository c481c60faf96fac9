import { afterEach, describe, expect, test } from 'vitest';
import { alertDuration, alertKind, raiseAlert, raiseDatabaseAlert, raisePaymentAlert } from './alerts.ts';
import { currentToasts, dismissToast, toastsOf } from './toast-store.ts';

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

test('a critical alert stays 10 s [NTF-19]', () => expect(alertDuration('critical')).toBe(10_000));
test('an alert of high priority stays 7 s [NTF-20]', () => expect(alertDuration('high')).toBe(7_000));
test('an alert of medium or low priority stays 5 s [NTF-21]', () => {
  expect(['medium', 'low'].map((priority) => alertDuration(priority as 'low'))).toEqual([5_000, 5_000]);
});

test('alerts become error, warning or info toasts by their type [NTF-22]', () => {
  expect(['system', 'error', 'warning', 'info'].map((type) => alertKind(type as 'info'))).toEqual([
    'error',
    'error',
    'warning',
    'info',
  ]);
  raiseAlert({ type: 'warning', title: 'Titre', message: 'Message', priority: 'critical', source: 'load' });
  expect(currentToasts()).toMatchObject([{ kind: 'warning', text: 'Titre – Message', duration: 10_000 }]);
});

test('a failed load of data is one error toast for the time of a high priority [NTF-18]', () => {
  raiseDatabaseAlert();
  expect(currentToasts()).toMatchObject([
    {
      kind: 'error',
      text: 'Erreur de base de données – Erreur lors du chargement des données',
      duration: 7_000,
    },
  ]);
  raiseDatabaseAlert();
  expect(currentToasts()).toHaveLength(1);
});

describe('a failed payment', () => {
  test('a failed payment whose reason is on a toast makes that toast stay longer', () => {
    toastsOf('purchase').error('Stock insuffisant (0 disponible(s))');
    raisePaymentAlert('purchase', 'Stock insuffisant (0 disponible(s))');
    expect(currentToasts()).toMatchObject([{ text: 'Stock insuffisant (0 disponible(s))', duration: 7_000 }]);
  });

  test('a failed payment without a message shows the default sentence', () => {
    raisePaymentAlert('purchase', '');
    expect(currentToasts()[0]?.text).toBe('Erreur de paiement – Erreur lors du traitement du paiement');
  });
});

test('a toast stays 5 s, title and message on one line [LIM-15]', () => {
  toastsOf('offer').success('Statut mis à jour', 'Produit activé');
  expect(currentToasts()).toMatchObject([{ text: 'Statut mis à jour – Produit activé', duration: 5_000 }]);
});
