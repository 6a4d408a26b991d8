"""Fake secrets, made at test time from a seed: no file of this project holds a whole one, and nobody issued any."""

from __future__ import annotations

import base64
import json
import random
import re
import string

LETTERS = {
    "an": string.ascii_letters + string.digits,
    "b64": string.ascii_letters + string.digits + "+/",
    "url": string.ascii_letters + string.digits + "-_",
    "hex": "0123456789abcdef",
    "low": string.ascii_lowercase + string.digits,
    "up": string.ascii_uppercase + string.digits,
    "b32": string.ascii_uppercase + "234567",
    "b32l": string.ascii_lowercase + "234567",
    "d": string.digits,
    "age": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
}
WORDS = (
    "anchor basket candle dagger ember forest garden harbor island jacket kettle ladder marble nectar orchid pepper"
).split()


def fake(template: str, seed: int) -> str:
    """Fill `{class:count}` of a template with random letters of that class; `^` between letters is cut out."""
    rng = random.Random(f"{template}:{seed}")
    filled = re.sub(r"\{(\w+):(\d+)\}", lambda part: "".join(rng.choices(LETTERS[part[1]], k=int(part[2]))), template)
    return filled.replace("^", "")


def password(seed: int) -> str:
    rng = random.Random(f"password:{seed}")
    shapes = (
        lambda: rng.choice(WORDS).title() + rng.choice("!@#$%") + str(rng.randrange(10, 9999)) + rng.choice(WORDS)[:3],
        lambda: "".join(rng.choices(LETTERS["an"] + "!@#%^*-_", k=14)) + "7a",
        lambda: rng.choice(WORDS) + str(rng.randrange(1980, 2026)) + rng.choice("!?*"),
        lambda: "-".join(rng.choice(WORDS) for _ in range(4)),
        lambda: rng.choice(WORDS).title() + rng.choice(WORDS).title() + str(rng.randrange(10, 99)),
    )
    return shapes[seed % len(shapes)]()


def words(count: int, seed: int, *, among: list[str] | None = None) -> str:
    rng = random.Random(f"words:{seed}")
    return " ".join(rng.choice(among or WORDS) for _ in range(count))


def key_block(label: str, seed: int) -> str:
    dashes = "-" * 5
    body = "\n".join(fake("{b64:64}", seed * 10 + line) for line in range(4))
    return f"{dashes}BEGIN {label} KEY{dashes}\n{body}\n{dashes}END {label} KEY{dashes}"


def signed_token(seed: int) -> str:
    parts = [json.dumps(part).encode() for part in ({"alg": "HS256"}, {"sub": seed})]
    head, body = (base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)
    return f"{head}.{body}." + fake("{url:43}", seed)


# One published shape for each kind of `tenure.screen.tokens`.
TOKENS = {
    "1password_secret_key": "A^3-{up:6}-{up:6}-{up:5}-{up:5}-{up:5}-{up:5}",
    "adobe": "p8^e-{an:32}",
    "aws_session": "IQo^J{b64:220}==",
    "authress": "sc_{low:12}.{low:5}.a^cc_{low:16}.{an:60}",
    "axiom": "xa^at-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
    "bitwarden": "0^.{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}.{an:30}:{b64:22}==",
    "cerebras": "cs^k-{low:48}",
    "clickhouse": "4b^1d{an:38}",
    "defined": "dn^key-{up:26}-{up:52}",
    "deno": "dd^p_{an:36}",
    "elevenlabs": "s^k_{hex:48}",
    "fireworks": "f^w_{an:10}7{an:13}",
    "firecrawl": "f^c-{hex:32}",
    "gitlab_session": "_git^lab_session={low:32}",
    "gocardless": "li^ve_{url:20}7{url:19}",
    "gcp_refresh": "1^//0{url:60}",
    "grafana_legacy": "eyJr^Ijoi{an:80}",
    "harness": "pa^t.{an:22}.{hex:24}.{an:20}",
    "heroku": "HR^KU-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
    "honeycomb": "hca^ik_{low:58}",
    "jina": "ji^na_{hex:32}{an:28}",
    "launchdarkly": "sd^k-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
    "llamacloud": "ll^x-{an:48}",
    "lob": "li^ve_{hex:35}",
    "logfire": "pyl^f_v1_eu_{an:43}",
    "maxmind": "{an:6}_{an:29}_m^mk",
    "mollie": "li^ve_{an:14}7{an:15}",
    "neon": "na^pi_{low:60}",
    "ngrok": "2^{an:26}_{an:21}",
    "octopus": "AP^I-{up:12}7{up:13}",
    "okta": "SSW^S 00{url:40}",
    "packagist": "pack^agist_out_{hex:66}",
    "paddle": "pd^l_live_apikey_{low:26}_{an:22}_{an:3}",
    "paypal": "access_^token$production${low:16}${hex:32}",
    "plaid": "acc^ess-sandbox-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
    "render": "rn^d_{an:32}",
    "resend": "r^e_{an:8}_{an:24}",
    "runpod": "rp^a_{up:40}",
    "sanity": "s^k{an:150}",
    "scalingo": "tk-^us-{an:48}",
    "tavily": "tvl^y-{an:32}",
    "tencent": "AK^ID{an:32}",
    "together": "tg^p_v1_{an:43}",
    "trello": "AT^TA{hex:64}",
    "vault_legacy": "s^.{an:11}aB7{an:10}",
    "wandb": "wan^db_v1_{an:77}",
    "zoho": "10^00.{hex:32}.{hex:32}",
    "1password": "ops^_eyJ{an:200}",
    "adafruit": "aio^_{an:28}",
    "age": "AGE-SECRET^-KEY-1{age:58}",
    "airtable": "pat{an:14}.{hex:64}",
    "alibaba": "LT^AI{an:20}",
    "anthropic": "sk-^ant-api03-{url:93}AA",
    "artifactory": "AK^Cp{an:69}",
    "asana": "1/{d:16}:{hex:32}",
    "atlassian": "ATATT^3x{url:180}",
    "aws_access_key": "AK^IA{b32:16}",
    "aws_bedrock": "AB^SK{b64:128}",
    "azure_client": "{an:3}8Q~{an:34}",
    "azure_devops": "{an:76}AZ^DO{an:4}",
    "azure_storage": "{b64:86}==",
    "buildkite": "bk^ua_{hex:40}",
    "circleci": "CCIP^AT_{an:22}_{hex:40}",
    "clojars": "CLOJ^ARS_{low:60}",
    "cloudflare": "cf^at_{an:40}{hex:8}",
    "confluent": "cf^lt{b64:60}",
    "contentful": "CFP^AT-{url:43}",
    "crates": "c^io{an:32}",
    "databricks": "da^pi{hex:32}",
    "deepseek": "s^k-{hex:32}",
    "digitalocean": "do^p_v1_{hex:64}",
    "discord_bot": "M{url:23}.{url:6}.{url:27}",
    "discord_webhook": "https://discord.com/api/web^hooks/{d:18}/{url:68}",
    "docker": "dckr^_pat_{url:27}",
    "doppler": "dp.^pt.{an:43}",
    "dropbox": "sl^.u.{url:140}",
    "duffel": "duffel^_live_{url:43}",
    "dynatrace": "dt0^c01.{b32:24}.{b32:64}",
    "easypost": "EZ^AK{an:54}",
    "facebook": "EA^AM{an:120}",
    "figma": "fi^gd_{url:40}",
    "flutterwave": "FLW^SECK-{low:32}-X",
    "flyio": "fo^1_{url:43}",
    "frameio": "fio^-u-{url:64}",
    "gcp_oauth": "GOC^SPX-{url:28}",
    "github": "gh^p_{an:36}",
    "github_fine": "github^_pat_{an:22}_{an:59}",
    "gitlab": "gl^pat-{url:20}",
    "gitlab_runner": "GR13^48941{url:20}",
    "google_api": "AI^za{url:35}",
    "grafana": "gl^sa_{an:32}_{hex:8}",
    "groq": "gs^k_{an:52}",
    "hubspot": "pat-^na1-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
    "huggingface": "h^f_{an:34}",
    "infracost": "ic^o-{an:32}",
    "intra42": "s-s4^t2ud-{hex:64}",
    "langfuse": "sk-^lf-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
    "langsmith": "ls^v2_pt_{hex:32}_{hex:10}",
    "linear": "lin^_api_{an:40}",
    "mailchimp": "{hex:32}-^us12",
    "settlemint": "sm^_pat_{an:16}",
    "mailgun": "ke^y-{hex:32}",
    "mapbox": "s^k.eyJ1Ijoi{an:50}.{url:22}",
    "microsoft_webhook": "https://acme.webhook.office^.com/webhookb2/{hex:36}@{hex:36}/IncomingWebhook/{hex:32}/{hex:36}",
    "mongodb_atlas": "mdb^_sa_sk_{url:40}",
    "netlify": "nf^p_{url:36}",
    "newrelic": "NR^AK-{up:27}",
    "notion": "nt^n_{d:11}{an:35}",
    "npm": "np^m_{an:36}",
    "nuget": "oy^2{b32l:43}",
    "nvidia": "nv^api-{url:64}",
    "openai": "s^k-{an:20}T3Blb^kFJ{an:20}",
    "openai_project": "s^k-proj-{url:74}",
    "openrouter": "sk-^or-v1-{hex:64}",
    "openshift": "sha^256~{url:43}",
    "perplexity": "pp^lx-{an:48}",
    "pinecone": "pc^sk_{an:6}_{an:63}",
    "planetscale": "pscale^_tkn_{url:43}",
    "postman": "PM^AK-{hex:24}-{hex:34}",
    "posthog": "ph^x_{an:43}",
    "prefect": "pn^u_{an:36}",
    "pulumi": "pu^l-{hex:40}",
    "pypi": "py^pi-AgEIcHlwaS5vcmc{url:150}",
    "readme": "rd^me_{low:70}",
    "replicate": "r^8_{an:37}",
    "rubygems": "ruby^gems_{hex:48}",
    "salesforce": "00^D{an:15}!{an:96}",
    "sendgrid": "S^G.{url:22}.{url:43}",
    "sendinblue": "xkey^sib-{hex:64}-{an:16}",
    "sentry": "sntr^yu_{hex:64}",
    "shippo": "shippo^_live_{hex:40}",
    "shopify": "sh^pat_{hex:32}",
    "slack": "xo^xb-{d:12}-{d:13}-{an:24}",
    "slack_hook": "https://hooks.sl^ack.com/services/T{up:9}/B{up:10}/{an:24}",
    "snyk": "snyk^_uat.{hex:8}.{an:60}",
    "sonarqube": "sq^p_{hex:40}",
    "sourcegraph": "sg^p_{hex:40}",
    "square": "sq0^atp-{url:22}",
    "stripe": "s^k_live_{an:24}",
    "supabase": "sb^p_{hex:40}",
    "tailscale": "ts^key-auth-{an:17}-{an:32}",
    "telegram_bot": "{d:10}:AA{url:33}",
    "terraform": "{an:14}.atlas^v1.{url:67}",
    "twilio": "S^K{hex:32}",
    "typeform": "tf^p_{an:59}",
    "vault": "hv^s.{url:95}",
    "vercel": "vc^p_{an:56}",
    "xai": "x^ai-{an:80}",
    "yandex": "AQ^VN{url:36}",
}
