# The workbench for docker-compose.yml. It listens on loopback only, inside as outside: socat brings the published
# port to it from the one network that it shares with nobody, and compose publishes that port on the host's loopback.
FROM python:3.11-slim-bookworm
RUN apt-get update \
    && apt-get install -y --no-install-recommends socat tesseract-ocr tesseract-ocr-jpn \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY requirements.txt ./
RUN pip install --no-cache-dir --require-hashes -r requirements.txt && pip install --no-cache-dir "psycopg[binary]==3.3.9"
COPY . .
RUN useradd --create-home shinsa && mkdir -p /data && chown shinsa /data
USER shinsa
ENV DATA_DIR=/data
EXPOSE 8502
CMD ["sh", "-c", "socat TCP-LISTEN:8502,bind=${FORWARD_FROM:-shinsa-edge},fork,reuseaddr TCP:127.0.0.1:8501 & exec python -m core app --no-browser"]
