# The workbench for docker-compose.yml and deploy/kubernetes; workers run from the same image.
# The app listens on loopback only, inside as outside: socat brings a port to it from the one address that FORWARD_FROM
# names, which only the proxy can reach.
FROM python:3.11-slim-bookworm
RUN apt-get update \
    && apt-get install -y --no-install-recommends socat tesseract-ocr tesseract-ocr-jpn fonts-noto-cjk postgresql-client \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY requirements.txt ./
RUN pip install --no-cache-dir --no-deps --require-hashes -r requirements.txt && pip install --no-cache-dir "psycopg[binary]==3.3.9" "authlib==1.9.9"
# Such as --build-arg EXTRAS=distributed==2026.8.0 for JOBS_ENGINE=dask.
ARG EXTRAS=
RUN if [ -n "$EXTRAS" ]; then pip install --no-cache-dir $EXTRAS; fi
COPY . .
RUN useradd --uid 1000 --create-home shinsa && mkdir -p /data && chown shinsa /data
USER shinsa
ENV DATA_DIR=/data
EXPOSE 8502
CMD ["sh", "-c", "socat TCP-LISTEN:8502,bind=${FORWARD_FROM:-shinsa-edge},fork,reuseaddr TCP:127.0.0.1:8501 & exec python -m core app --no-browser"]
