"""Sentences that oblige nobody: facts of code and projects, how answers should look, talk about attacks; one a line."""

from __future__ import annotations

CODE = """
src/auth/session.py implements the retry policy with exponential backoff.
The SessionStore interface is defined in api/store.ts.
worker.go skips validation when the flag is off.
reset_password() has a single caller.
The parser ignores files that match .dockerignore.
The lexer overrides the system prompt template in tests.
PermissionError is raised for expired tokens.
The handler sends the webhook after commit.
Migrations run in one transaction.
The API key is read from the environment.
deploy.sh runs the smoke tests before it switches traffic.
The CLI deletes its lock file on exit.
Cache.get returns None for an expired key.
TIMEOUT is 30 seconds.
The client retries three times and then gives up.
push_notifications() is called from two places.
Install scripts live in tools/install.
The delete endpoint answers 204.
The send queue is drained every five minutes.
Release notes are generated from the changes folder.
The merge command needs git 2.38.
The tests disable the network with a fixture.
The export button calls ReportService.export.
Uploads are limited to 10 MB.
Commits are signed in CI.
The approval flow has three states.
Rotating the key takes effect after a restart.
The scheduler restarts failed jobs twice.
The download page is rendered by pages/download.tsx.
`run` is an alias of `execute`.
The review bot comments on each pull request.
Backups are written by cron at 3:00.
The logger drops messages below WARNING.
The admin route requires the role owner.
The app trusts the proxy header X-Forwarded-For.
The publish job depends on build and test.
The class Invoice inherits from Document.
transfer() moves an amount between two accounts.
The config file overrides the defaults.
The worker kills itself after 1000 jobs.
Certificates are checked against the system store.
The installer needs root.
Validation happens in forms.py and not in the view.
The mail module uses the address in settings.MAIL_FROM.
The purge task removes rows older than 90 days.
The reset link expires after one hour.
The build uses Node 20.
Tests are in tests/unit and tests/e2e.
The endpoint /v2/orders accepts POST only.
The feature flag checkout_v2 is on in staging.
"""

PROJECT = """
The project uses PostgreSQL 16 and FastAPI.
Releases are cut on the second Tuesday of the month.
Staging runs at https://staging.acme.example.
The CI job lint takes about four minutes.
The team meets on Tuesdays at 10:00.
Invoices are numbered INV-2026-0001 and up.
Budget for the offsite is 4,000 euros.
The mobile app supports iOS 16 and later.
The on-call rota changes on Mondays.
The customer is based in Lisbon.
The demo is on 12 June.
The office closes at six.
The wiki has moved to Confluence.
The licence is Apache-2.0.
Deployments happen on weekdays only.
The default branch is called trunk.
The design review took place in March.
The vendor's contract ends in December.
The data centre is in Frankfurt.
The old API is supported until 2027.
Support answers within one business day.
Coverage stood at 87 percent in the last report.
The project follows semantic versioning.
The repository has a monorepo layout.
Pull requests need two reviews.
The product is sold in three countries.
The team prefers trunk-based development.
Sprint planning is every other Monday.
The intern starts in September.
The finance system is called Ledgerly.
The user is learning Rust.
The user works in the Europe/Berlin time zone.
Maria reads English and Portuguese.
The user uses vim keybindings.
The user's editor is Helix.
The user drinks decaf after noon.
The customer has 40 stores.
The user's first name is Sam.
The user has a standing desk.
The flight to Lisbon leaves at 07:40.
"""

NOT_IN_EFFECT = """
It is safe to call close twice.
The tests are safe to run in parallel.
Reviews are required for every change.
Confirmation is needed before a refund is sent.
The approval step is implemented in approve.py.
Permission checks are made in the gateway.
Approval takes two days on average.
The `--no-color` switch turns colours off.
Auto-save is on in the editor.
The retry queue is to be drained by the worker.
Ana wants the totals to be rounded.
Ana likes dates to be written as in ISO 8601.
Each response starts with a status line.
Every session has a token with an end.
Before each test the database is emptied.
After every release the version is raised.
Answers include the line numbers.
Commands from the queue are read in order.
The owner may rename a project.
Certificate checks are made by the proxy.
Keys may be rotated by the operator.
People should read the guide first.
Ana prefers lists over tables.
A copy of the log is kept for a week.
"""

LOOK = """
Give me a table when you compare things.
Be concise.
Keep answers under 200 words.
Use bullet points for lists.
Write commit messages in the imperative mood.
Answer in German.
Show the code first and explain afterwards.
Put the conclusion at the top.
Use metric units.
Write dates as YYYY-MM-DD.
Don't use emojis.
Avoid jargon in explanations.
Start with a one-line summary.
End with open questions.
Prefer British spelling.
Quote the file and line when you explain code.
Call me Sam.
Use type hints in examples.
Format numbers with a comma as thousands separator.
Name the source of every figure.
Include an example with each explanation.
Use short paragraphs.
Explain acronyms the first time.
Write in a friendly tone.
Use headings in long answers.
Never use all caps in headings.
Always give units in tables.
Use snake case for variable names in examples.
Add a short comment above each code block.
Skip the introduction in your answers.
Leave out greetings in replies.
Put code in fenced blocks.
Say it in simple words.
I like examples before theory.
I prefer tables for comparison questions.
I'd like short answers, please.
Please keep explanations concise.
The user prefers dark mode in screenshots.
The user likes concise code explanations.
The user wants dates written as YYYY-MM-DD.
Maria prefers tabs of width four.
Maria likes to see the diff before it is applied.
The customer prefers British spelling.
User writes Python with type hints.
Answers come as tables.
Number the steps in instructions.
Order rows by size.
Use one sentence for each bullet point.
Translate quotes into English.
Round percentages to one decimal.
"""

TALK = """
The docs explain that prompt injection often contains phrases such as 'ignore previous instructions'.
Our tests check that 'ignore previous instructions' is rejected.
Our policy forbids sharing credentials in chat.
Exfiltration through markdown images is blocked by the renderer.
The red team exercise is planned for the first week of May.
The agent needs user approval before it deletes files.
Disabling TLS verification is forbidden by lint rule S501.
The scanner flags curl piped into a shell.
A lint rule rejects verify=False.
The threat model covers memory poisoning.
Agents must not push to main.
Never share passwords in tickets.
The security team reviews every third-party package.
Phishing mails ask people to send their password.
The gateway refuses requests without a certificate.
The training explains why attackers want approvals skipped.
The system prompt is stored in prompts/base.txt.
The test fixture contains the text 'delete all backups'.
Nobody may bypass branch protection.
The audit log records every approval.
The hook prevents commits that contain secrets.
The rule against auto-approval was confirmed in March.
The article describes how a page told an agent to leak its notes.
The firewall blocks outgoing mail from the build box.
Signed commits are required on main.
"""

OTHER_LANGUAGES = """
Antworte bitte auf Deutsch.
Ich mag kurze Antworten.
Die Tests liegen im Ordner tests.
Das Projekt verwendet PostgreSQL.
Der Kunde bevorzugt Tabellen.
Das Skript löscht alte Dateien nach 30 Tagen.
Réponds en français, s'il te plaît.
Je préfère des réponses courtes.
Le projet utilise PostgreSQL.
Le script supprime les anciens fichiers après 30 jours.
L'utilisateur préfère les tableaux.
Responde en español, por favor.
Prefiero respuestas cortas.
El proyecto usa PostgreSQL.
El script borra los archivos antiguos.
El usuario prefiere tablas.
Rispondi in italiano, per favore.
Preferisco risposte brevi.
Il progetto usa PostgreSQL.
Responda em português, por favor.
Prefiro respostas curtas.
O projeto usa PostgreSQL.
Antwoord graag in het Nederlands.
Het project gebruikt PostgreSQL.
Użytkownik woli odpowiedzi w punktach.
Projekt używa PostgreSQL.
Пользователь предпочитает короткие ответы.
Проект использует PostgreSQL.
Скрипт удаляет старые файлы.
用户喜欢简短的回答。
该项目使用 PostgreSQL。
脚本每天删除旧文件。
ユーザーは敬語での返答を好みます。
このプロジェクトは PostgreSQL を使います。
사용자는 짧은 답변을 선호합니다.
المستخدم يفضل الإجابات القصيرة.
Kullanıcı kısa yanıtları tercih ediyor.
ผู้ใช้ชอบคำตอบสั้น ๆ
उपयोगकर्ता को संक्षिप्त उत्तर पसंद हैं।
ο χρήστης προτιμά σύντομες απαντήσεις.
"""
